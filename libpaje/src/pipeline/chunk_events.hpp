// One chunk as decoded events and definitions in order: used by visit_events(), which only needs
// the events, without a replay.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "event/event_batch.hpp"
#include "event/problem.hpp"
#include "input/chunk.hpp"
#include "input/chunk_decoder.hpp"
#include "paje/read.hpp"
#include "pipeline/part_reference.hpp"

namespace paje {

/// A concept of ChunkPipeline (chunk_pipeline.hpp), which says when what is called.
class ChunkEvents {
 public:
  struct Shared {};

  ChunkEvents(const ReadOptions& options, Shared&) : options_(options) {}

  void begin(Chunk chunk);
  void advance(const DefinitionTable& table);
  [[nodiscard]] bool wants_definitions() const { return wants_definitions_; }
  void read_definitions(DefinitionTable& table);
  [[nodiscard]] bool may_be_mended(const DefinitionTable& table) const {
    return !problems.empty() && chunk_.binary == nullptr && definitions_at_start_ < table.size();
  }
  [[nodiscard]] const std::optional<PartName>& part() const { return part_; }
  [[nodiscard]] std::optional<uint32_t> first_event_line() const {
    return events.heads.empty() ? std::nullopt : std::optional(events.heads[0].line);
  }
  Chunk cut_rest() { return rest_behind(*part_, chunk_); }
  [[nodiscard]] const Chunk& chunk() const { return chunk_; }
  [[nodiscard]] uint32_t line_count() const { return part_ ? part_->line + 1 : decoder_->lines(); }

  /// The event whose line begins there, or null. O(log n).
  [[nodiscard]] const EventHead* event_at(uint64_t line_offset) const;

  /// A definition that comes before the event of that number in the chunk.
  struct Definition {
    std::size_t before_event;
    uint32_t number;  ///< in the DefinitionList
  };

  EventBatch events;
  std::vector<Definition> definitions;
  std::vector<Problem> problems;  ///< in order; reading stopped at the first if strict

 private:
  void find_part(const DefinitionTable& table);
  void keep_problem_of_part();

  const ReadOptions& options_;
  Chunk chunk_;
  std::unique_ptr<ChunkDecoder> decoder_;
  uint32_t definitions_at_start_ = 0;
  bool started_ = false;
  bool wants_definitions_ = false;
  bool stopped_ = false;
  std::size_t searched_ = 0;  // events that were looked at for a part
  std::optional<PartName> part_;
};

}  // namespace paje
