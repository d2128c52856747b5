// One chunk on its way from events to histories. Decoding and numbering of names happen here, for
// each chunk on its own and so for many at once; what the names mean is decided later, in order
// (see replay.cpp for the whole).
//
// The events of a replay are split in two. Structural ones (definitions of types and values,
// creation and destruction of containers) are few and change what names mean: they are kept as
// they are. All others belong to the history of one (container, type) pair, a lane: they become
// small records, grouped by lane.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "byte_source.hpp"
#include "chunk_decoder.hpp"
#include "chunk_workspace.hpp"
#include "column.hpp"
#include "event_lines.hpp"
#include "link_key.hpp"
#include "paje/read.hpp"
#include "part_name.hpp"
#include "plain_plan.hpp"
#include "problem.hpp"
#include "processor.hpp"
#include "taken_events.hpp"

namespace paje {

/// An event of a lane. Many are written far apart as they are grouped by lane, so they are small.
class Record {
 public:
  Record(double at_time, uint32_t its_content, uint32_t event, EventKind kind)
      : time(at_time),
        content(its_content),
        event_and_kind_(event << kKindBits | static_cast<uint32_t>(kind)) {}

  /// Number of the event in the chunk.
  [[nodiscard]] uint32_t event() const { return event_and_kind_ >> kKindBits; }
  [[nodiscard]] EventKind kind() const {
    return static_cast<EventKind>(event_and_kind_ & ((1U << kKindBits) - 1));
  }

  double time;
  /// Number of what the event has besides: by its kind in ChunkRecords::numbers, links or values.
  uint32_t content;

 private:
  static constexpr unsigned kKindBits = 5;
  static_assert(kEventKinds <= std::size_t{1} << kKindBits);
  // A line takes two bytes at least.
  static_assert(kMostChunkBytes / 2 < uint64_t{1} << (32U - kKindBits));

  uint32_t event_and_kind_;
};
static_assert(sizeof(Record) == 16);

struct LinkHalf {
  LinkKey key;
  uint32_t tag;        ///< of the key
  uint32_t value;      ///< in ChunkRecords::values
  uint32_t container;  ///< word: where this half is
  uint32_t offset;     ///< of the event's line in the chunk: see kMostChunkBytes
};
static_assert(sizeof(LinkHalf) == 32);  // one thread writes them, often another one reads them

/// The events of one (type, container) in the chunk.
struct Lane {
  uint32_t type;         ///< word
  uint32_t container;    ///< word
  uint32_t first_event;  ///< the earliest one's number in the chunk
  uint32_t begin;        ///< in ChunkRecords::records, in order of events
  uint32_t end;
};

/// First use of a value of a type in the chunk.
struct ValueUse {
  uint32_t type;  ///< word
  uint32_t word;
  uint32_t event;
};

struct StructuralEvent {
  uint32_t event;
  uint32_t definition;   ///< its number in the DefinitionList
  uint32_t first_field;  ///< in ChunkRecords::structural_fields
};

/// A concept of Windows (windows.hpp), which says when what is called.
class ChunkRecords {
 public:
  using Shared = ChunkWorkspaces;

  ChunkRecords(const ReadOptions& options, Shared& workspaces,
               Processor processor = this_processor())
      : options_(options), workspaces_(workspaces), processor_(processor) {}

  /// Begins anew with a chunk; the memory of the one before is used again.
  void begin(Chunk chunk);
  /// Decodes until definitions must be read first, or behind an event that names a part, or to the
  /// end of the chunk (if strict: to its first problem); then the public members below are
  /// complete.
  void advance(const DefinitionTable& definitions);
  /// Whether advance() waits for read_definitions().
  [[nodiscard]] bool wants_definitions() const { return wants_definitions_; }
  void read_definitions(DefinitionTable& definitions);

  [[nodiscard]] bool may_be_mended(const DefinitionTable& table) const {
    return !problems.empty() && chunk_.binary == nullptr && definitions_at_start_ < table.size();
  }
  [[nodiscard]] const Chunk& chunk() const { return chunk_; }
  /// The part that the last event names: what comes next of the chunk is taken by take_rest().
  [[nodiscard]] const std::optional<PartName>& part() const { return part_; }
  [[nodiscard]] std::optional<uint32_t> first_event_line() const;
  /// Cuts the chunk off behind the event that names a part and returns what follows.
  Chunk take_rest();
  [[nodiscard]] uint32_t line_count() const { return part_ ? part_->line + 1 : decoder_->lines(); }
  [[nodiscard]] uint32_t event_count() const { return event_count_; }
  /// Where the line of an event begins in the chunk.
  [[nodiscard]] uint64_t offset(uint32_t event) const {
    return event_lines_.place(event, chunk_.text).offset;
  }
  /// Lines of the chunk before that of an event; `near` as EventLines::line() has it.
  [[nodiscard]] uint32_t line(uint32_t event, std::size_t& near) const {
    return event_lines_.line(event, near);
  }
  /// The number of an event's definition in the DefinitionList.
  [[nodiscard]] uint32_t definition(uint32_t event) const {
    return definition_of(event_lines_.place(event, chunk_.text));
  }
  static constexpr uint32_t kNoDefinition = UINT32_MAX;
  /// The definition of the event whose line begins there, or kNoDefinition.
  [[nodiscard]] uint32_t definition_at(uint64_t line_offset) const;
  /// User-defined fields of an event; empty unless they are kept.
  struct UserWords {
    uint32_t definition = kNoDefinition;  ///< of the event, if it has some
    std::span<const FieldValue> words;
  };
  [[nodiscard]] UserWords user_words(uint32_t event) const;

  std::vector<FieldValue> words;  ///< different ones, by their numbers
  Column<Record> records;
  std::vector<Lane> lanes;
  Column<double> numbers;  ///< of variables
  Column<LinkHalf> links;
  std::vector<ValueUse> values;
  std::vector<StructuralEvent> structural;
  std::vector<FieldValue> structural_fields;
  std::vector<Problem> problems;  ///< in order; reading stopped at the first if strict

 private:
  // What of an event, besides its time, type and container, goes into its record.
  enum class Content : uint8_t { structural, nothing, number, value, link };
  // What taking the events of one definition needs: positions of its fields, and what it is.
  struct Plan {
    bool is_known = false;
    Content content{};
    EventKind kind{};
    PlainPlan plain;
    uint32_t time = 0, type = 0, container = 0, value = 0, key = 0, end = 0;
    std::span<const int> kept_words;  // positions of user-defined fields, if they are kept
  };
  // In plain_lines.hpp.
  class AnyPlainLines;
  class Avx2PlainLines;
  class Avx512PlainLines;

  void group_by_lane();
  void keep_problem_of_part();
  // In plain_records.cpp.
  void take_plain_lines(const DefinitionTable& table);
  bool take_piece(TextCursor& cursor);
  void find_plain_plans(const DefinitionTable& table);

  void take(const DefinitionTable& table);
  void take_structural(const FieldValue* fields, std::size_t count, uint32_t definition,
                       uint32_t event);
  void take_event(const FieldValue* fields, const Plan& plan, const EventHead& head,
                  uint32_t event);
  void begin_user_words(uint32_t event, uint32_t definition);
  void keep_user_words(const FieldValue* fields, const Plan& plan, uint32_t definition,
                       uint32_t event);
  [[nodiscard]] uint32_t definition_of(const EventLines::Place& place) const;
  static Content content_of(EventKind kind);
  static PlainPlan plain_plan(const Plan& plan, uint32_t number, std::size_t fields);
  const Plan& plan_of(const EventHead& head, const DefinitionTable& table);
  const Plan& make_plan(uint32_t number, const EventDefinition& definition);
  uint32_t lane_of(const FieldValue& type, const FieldValue& container, uint32_t event);
  uint32_t lane_of_words(const FieldValue& type, const FieldValue& container, uint32_t event);
  uint32_t lane_of_numbers(uint32_t type, uint32_t container, uint32_t event);
  uint32_t value_of(uint32_t type, const FieldValue& word, uint32_t event);
  uint32_t value_of_word(uint32_t type, const FieldValue& value, uint32_t event);

  Chunk chunk_;
  const ReadOptions& options_;
  ChunkWorkspaces& workspaces_;
  const Processor processor_;
  std::unique_ptr<ChunkWorkspace> work_;  // until the records are complete
  std::unique_ptr<ChunkDecoder> decoder_;
  uint32_t definitions_at_start_ = 0;
  bool started_ = false;
  bool wants_definitions_ = false;
  bool stopped_ = false;
  std::optional<PartName> part_;
  std::vector<Plan> plans_;  // by number in the DefinitionList, which only ever grows
  // Of plain lines, by their ids; of no use any more once there are more plans or definitions.
  std::vector<PlainPlan> plain_plans_;
  bool has_plain_plans_ = false;
  std::size_t other_bytes_ = 1;  // to be decoded where the next line is not plain
  uint32_t event_count_ = 0;
  EventLines event_lines_;
  struct UserBegin {
    uint32_t first;  // in user_words_
    uint32_t definition;
  };
  bool has_kept_words_ = false;        // whether a plan has
  std::vector<UserBegin> user_begin_;  // of each event up to the last that has some
  std::vector<FieldValue> user_words_;
};

}  // namespace paje
