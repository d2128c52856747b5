// One chunk on its way into the sorting: its events with their times. Nothing else of a line is
// looked at where its id and time are spelled in the simplest form: whoever reads the sorted lines
// decodes them, and reports what is wrong with the rest. All other lines are decoded here as usual.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/cpu.hpp"
#include "base/pod_vector.hpp"
#include "event/event_batch.hpp"
#include "event/problem.hpp"
#include "input/chunk.hpp"
#include "input/chunk_decoder.hpp"
#include "paje/read.hpp"
#include "pipeline/part_reference.hpp"
#include "pipeline/sorting/kept_lines.hpp"
#include "pipeline/sorting/sort_entry.hpp"
#include "text/line_plan.hpp"

namespace paje {

/// A concept of ChunkPipeline (chunk_pipeline.hpp), which says when what is called.
class ChunkKeys {
 public:
  struct Shared {};

  ChunkKeys(const ReadOptions& options, Shared&, Processor processor = this_processor())
      : options_(options), processor_(processor) {}

  void begin(Chunk chunk);
  void advance(const DefinitionTable& table);
  [[nodiscard]] bool wants_definitions() const { return wants_definitions_; }
  void read_definitions(DefinitionTable& table);
  [[nodiscard]] bool may_be_mended(const DefinitionTable& table) const {
    return !problems.empty() && chunk_.binary == nullptr && definitions_at_start_ < table.size();
  }
  [[nodiscard]] const std::optional<PartName>& part() const { return part_; }
  [[nodiscard]] std::optional<uint32_t> first_event_line() const { return first_event_line_; }
  Chunk cut_rest() { return rest_behind(*part_, chunk_); }
  [[nodiscard]] const Chunk& chunk() const { return chunk_; }
  [[nodiscard]] uint32_t line_count() const { return part_ ? part_->line + 1 : decoder_->lines(); }

  /// The number of the definition of the event whose line begins there. Before events are taken
  /// away.
  [[nodiscard]] std::optional<uint32_t> definition_at(uint64_t line_offset) const;

  /// Events. `piece` is the number of the definition in the DefinitionList, `line` has kFastLine
  /// or not; of records, `line` is where they begin among the records.
  std::vector<SortEntry> timed;
  /// Lines that are not among these, if the chunk's text is lasting.
  KeptLines kept;
  std::vector<SortEntry> first;  ///< events that define something and so come before all others
  /// Of a binary chunk; see record.hpp.
  PodVector<char> records;
  std::size_t before_times = 0;       ///< of `timed`, those before the first time
  std::optional<uint64_t> last_time;  ///< time_order() of the last event with a time
  /// In order, and only of lines that do not become events: others are found again later.
  std::vector<Problem> problems;

 private:
  // What is done with the lines of a definition.
  struct Plan {
    enum class Lines : uint8_t { unknown, fast, others } lines = Lines::unknown;
    bool comes_first = false;
    int time = EventDefinition::kAbsent;
  };

  [[nodiscard]] bool keeps_its_id(uint32_t definition, const DefinitionTable& table);
  const Plan& plan_of(uint32_t definition, const DefinitionTable& table);
  uint32_t fast_definition(uint64_t id, const DefinitionTable& table);
  // In fast_keys.cpp.
  class AnyFastKeys;
  class Avx2FastKeys;
  class Avx512FastKeys;
  void find_line_plans(const DefinitionTable& table);
  uint32_t decode_piece(TextCursor& cursor);
  bool decode_line_by_line(const DefinitionTable& table, TextCursor& cursor);
  bool decode_fast_lines(const DefinitionTable& table, TextCursor& cursor);
  void add_batch(const DefinitionTable& table);
  void add(const EventHead& head, const FieldValue* fields, const Plan& plan,
           const EventDefinition& definition);
  [[nodiscard]] std::size_t line_size(uint64_t offset) const;
  void keep_problem();
  void finish();

  // A newline may be added, and 32 bits are to hold the size.
  static constexpr std::size_t kLongest = UINT32_MAX;

  const ReadOptions& options_;
  const Processor processor_;
  Chunk chunk_;
  std::unique_ptr<ChunkDecoder> decoder_;
  EventBatch batch_;
  std::vector<Plan> plans_;           // by number in the DefinitionList
  std::vector<LinePlan> line_plans_;  // by id
  bool has_line_plans_ = false;
  // The first definition of each id, of that many in the list.
  std::unordered_map<int64_t, uint32_t> first_of_id_;
  uint32_t looked_at_ = 0;
  uint32_t definitions_at_start_ = 0;
  bool started_ = false;
  bool wants_definitions_ = false;
  bool stopped_ = false;
  std::size_t other_bytes_ = 1;  // to be decoded where the next line is not fast
  std::optional<PartName> part_;
  std::optional<uint32_t> first_event_line_;
};

}  // namespace paje
