// Events one by one, without a replay.
#include <utility>

#include "paje/read.hpp"
#include "pipeline/chunk_events.hpp"
#include "pipeline/chunk_pipeline.hpp"
#include "pipeline/make_diagnostic.hpp"
#include "pipeline/visit_events.hpp"

namespace paje {

EventVisitor::~EventVisitor() = default;
void EventVisitor::on_definition(const EventDefinition&) {}

namespace {

class Visiting {
 public:
  Visiting(const Input& input, const ReadOptions& options, EventVisitor& visitor)
      : options_(options),
        visitor_(visitor),
        parallel_(options.threads),
        pipeline_(input, options, parallel_) {}

  ReadCounts run() {
    pipeline_.run([this](const ChunkBatch<ChunkEvents>& batch) {
      for (const PlacedChunk<ChunkEvents>& piece : batch.pieces) deliver(piece);
      if (options_.on_progress) options_.on_progress({counts_, batch.consumed, batch.size});
    });
    return pipeline_.of_input(counts_);
  }

 private:
  // Definitions, events and problems in the order of the chunk.
  void deliver(const PlacedChunk<ChunkEvents>& piece) {
    const ChunkEvents& events = *piece.decoded;
    auto definition = events.definitions.begin();
    auto problem = events.problems.begin();
    LineCounter lines(events.chunk().text, piece.first_line);
    const auto definitions_before = [&](std::size_t event) {
      for (; definition != events.definitions.end() && definition->before_event <= event;
           ++definition) {
        visitor_.on_definition((*pipeline_.definitions())[definition->number]);
      }
    };
    for (std::size_t i = 0; i < events.events.heads.size(); ++i) {
      const EventHead& head = events.events.heads[i];
      for (; problem != events.problems.end() && problem->line_offset <= head.offset; ++problem) {
        report(*problem, piece, lines);
      }
      definitions_before(i);
      deliver(piece, head);
    }
    definitions_before(events.events.heads.size());
    for (; problem != events.problems.end(); ++problem) report(*problem, piece, lines);
    counts_.lines += events.line_count();
    counts_.bytes += events.chunk().text.size();
  }

  void deliver(const PlacedChunk<ChunkEvents>& piece, const EventHead& head) {
    const EventDefinition& definition = (*pipeline_.definitions())[head.definition];
    ++counts_.events;
    const Chunk& chunk = piece.decoded->chunk();
    const EventPlace place =
        place_of(chunk, head.offset, piece.first_line + head.line, *piece.file, near_origin_);
    visitor_.on_event({.definition = &definition,
                       .fields = {piece.decoded->events.fields_of(head), definition.fields.size()},
                       .line = place.line,
                       .file = place.file->name,
                       .from_line = chunk.binary == nullptr ? chunk.text.substr(head.offset)
                                                            : std::string_view()});
  }

  void report(const Problem& problem, const PlacedChunk<ChunkEvents>& piece, LineCounter& lines) {
    if (!is_reported(problem.rule, options_)) return;
    const EventHead* head = piece.decoded->event_at(problem.line_offset);
    std::optional<uint32_t> definition = problem.definition;
    if (!definition && head != nullptr) definition = head->definition;
    auto diagnostic =
        make_diagnostic(problem, {piece.decoded->chunk(), *piece.file, piece.shown_from},
                        lines.line_of(problem.line_offset),
                        definition ? &(*pipeline_.definitions())[*definition] : nullptr);
    report_or_throw(std::move(diagnostic), options_);
  }

  const ReadOptions& options_;
  EventVisitor& visitor_;
  ThreadPool parallel_;
  ChunkPipeline<ChunkEvents> pipeline_;
  ReadCounts counts_;
  std::size_t near_origin_ = 0;
};

}  // namespace

ReadCounts visit_input(const Input& input, const ReadOptions& options, EventVisitor& visitor) {
  return Visiting(input, options, visitor).run();
}

}  // namespace paje
