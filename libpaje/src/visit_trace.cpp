// Definitions and events one by one, without a replay.
#include <utility>
#include <vector>

#include "byte_source.hpp"
#include "chunk_decoder.hpp"
#include "locate.hpp"
#include "paje/visit.hpp"

namespace paje {

namespace {

class Visiting {
 public:
  Visiting(const Input& input, const ReadOptions& options, TraceVisitor& visitor)
      : input_(input), options_(options), visitor_(visitor) {}

  ReadCounts run() {
    const auto source = open_source(input_);
    while (auto chunk = source->next(options_.chunk_bytes)) {
      visit_chunk(*chunk);
      counts_.bytes += chunk->text.size();
      if (options_.on_progress) options_.on_progress({counts_, source->consumed(), source->size()});
    }
    return counts_;
  }

 private:
  void visit_chunk(const Chunk& chunk) {
    const auto decoder = decode_text(chunk.text, options_.old_field_names);
    while (true) {
      batch_.clear();
      const auto stop = decoder->decode(definitions_, batch_);
      hand_over_batch(chunk.text);
      if (stop == ChunkDecoder::Stop::end) break;
      if (stop == ChunkDecoder::Stop::problem) report(decoder->problem(), chunk);
      if (stop == ChunkDecoder::Stop::definitions) {
        std::vector<Problem> problems;
        const uint32_t known = definitions_.size();
        decoder->read_definitions(definitions_, problems);
        for (const Problem& problem : problems) report(problem, chunk);
        for (uint32_t i = known; i < definitions_.size(); ++i) {
          visitor_.on_definition(definitions_[i]);
        }
      }
    }
    counts_.lines += decoder->lines();
  }

  void hand_over_batch(std::string_view text) {
    for (const EventHead& head : batch_.heads) {
      const EventDefinition& definition = definitions_[head.definition];
      ++counts_.events;
      visitor_.on_event({.definition = &definition,
                         .fields = {batch_.fields_of(head), definition.fields.size()},
                         .line = counts_.lines + head.line + 1,
                         .from_line = text.substr(head.offset)});
    }
  }

  void report(const Problem& problem, const Chunk& chunk) {
    auto diagnostic = locate(problem, chunk, counts_.lines + 1, input_.name(), definitions_);
    if (!options_.on_problem) throw TraceError(std::move(diagnostic));
    options_.on_problem(diagnostic);
  }

  const Input& input_;
  const ReadOptions& options_;
  TraceVisitor& visitor_;
  DefinitionTable definitions_;
  EventBatch batch_;
  ReadCounts counts_;
};

}  // namespace

TraceVisitor::~TraceVisitor() = default;

ReadCounts visit_trace(const Input& input, const ReadOptions& options, TraceVisitor& visitor) {
  return Visiting(input, options, visitor).run();
}

}  // namespace paje
