// Reports the problems of a batch, and of the whole trace, in the order of the input.
#include <algorithm>
#include <string>
#include <utility>

#include "base/counted.hpp"
#include "event/quote_text.hpp"
#include "pipeline/make_diagnostic.hpp"
#include "replay/replay.hpp"

namespace paje {

void Replay::report_problems() {
  if (problems_.empty()) return;
  std::stable_sort(problems_.begin(), problems_.end(),
                   [](const PlacedProblem& a, const PlacedProblem& b) {
                     return std::pair(chunk_of(a.at), a.problem.line_offset) <
                            std::pair(chunk_of(b.at), b.problem.line_offset);
                   });
  std::optional<LineCounter> lines;
  const BatchChunk* counted = nullptr;
  for (const auto& [at, problem] : problems_) {
    if (!is_reported(problem.rule, options_)) continue;
    const BatchChunk& chunk = chunks_[chunk_of(at) - chunks_before_];
    if (&chunk != counted) lines.emplace(chunk.records().chunk().text, chunk.piece.first_line);
    counted = &chunk;
    report(chunk, problem, lines->line_of(problem.line_offset));
  }
  problems_.clear();
}

void Replay::report(const BatchChunk& chunk, const Problem& problem, uint64_t line) {
  const ChunkRecords& records = chunk.records();
  const uint32_t definition =
      problem.definition.value_or(records.definition_at(problem.line_offset));
  auto diagnostic = make_diagnostic(
      problem, {records.chunk(), *chunk.piece.file, chunk.piece.shown_from}, line,
      definition == ChunkRecords::kNoDefinition ? nullptr
                                                : &(*pipeline_.definitions())[definition]);
  report_or_throw(std::move(diagnostic), options_);
}

void Replay::report_half_links() {
  if (options_.ignore_incomplete_links) return;
  std::vector<HalfLink> halves;
  for (const auto& history : histories_) history->half_links(halves);
  std::stable_sort(halves.begin(), halves.end(),
                   [](const HalfLink& a, const HalfLink& b) { return a.at < b.at; });
  for (const HalfLink& half : halves) {
    Diagnostic diagnostic;
    diagnostic.rule = Rule::incomplete_link;
    diagnostic.where = {.file = half.file->name,
                        .line = half.line,
                        .column = half.line == 0 ? 0U : 1U,
                        .byte = half.byte};
    diagnostic.named_by = chain_of(*half.file);
    diagnostic.found = (half.is_start ? "start of link " : "end of link ") + shortened(half.key);
    diagnostic.expected = std::string(half.is_start ? "its end" : "its start") + " in container " +
                          quoted(hierarchy_.containers[half.container.index].name.text) +
                          " before the end of the trace";
    // Of a reading that ends there; a lenient one reports them all, with what helps.
    if (!options_.on_problem) {
      const std::size_t others = halves.size() - 1;
      diagnostic.note = "-z, --ignore-incomplete-links, leaves out links that lack a half";
      if (others > 0) {
        diagnostic.note += ", such as this and " + counted(others, "other", "others");
      }
    }
    report_or_throw(std::move(diagnostic), options_);
  }
}

bool Replay::parts_are_out_of_order(const TraceError& error) const {
  const Rule rule = error.diagnostic().rule;
  return can_be_read_again_ && !options_.sort && pipeline_.has_parts() &&
         (rule == Rule::not_time_ordered || rule == Rule::destroyed_before_end);
}

}  // namespace paje
