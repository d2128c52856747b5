// One chunk on its way from events to histories. Decoding and numbering of names happen here, for
// each chunk on its own and so for many at once; what the names mean is decided later, in order
// (see replay.cpp for the whole).
//
// The events of a replay are split in two. Structural ones (definitions of types and values,
// creation and destruction of containers) are few and change what names mean: they are kept as
// they are. All others belong to the history of one (container, type) pair, a track: they become
// small records, grouped by track.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/cpu.hpp"
#include "base/pod_vector.hpp"
#include "event/problem.hpp"
#include "input/chunk.hpp"
#include "input/chunk_decoder.hpp"
#include "paje/read.hpp"
#include "pipeline/part_reference.hpp"
#include "records/chunk_workspace.hpp"
#include "records/event_places.hpp"
#include "records/link_key.hpp"
#include "records/ungrouped_records.hpp"
#include "text/line_plan.hpp"

namespace paje {

/// An event of a track. Many are written far apart as they are grouped by track, so they are small.
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
struct ChunkTrack {
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

/// A concept of ChunkPipeline (chunk_pipeline.hpp), which says when what is called.
class ChunkRecords {
 public:
  using Shared = ChunkWorkspaces;

  ChunkRecords(const ReadOptions& options, Shared& workspaces,
               Processor processor = this_processor())
      : options_(options), workspaces_(workspaces), processor_(processor) {}

  /// Begins anew with a chunk; the memory of the one before is used again.
  void begin(Chunk chunk);
  /// Begins anew with records that come from elsewhere: the members below are for the caller to
  /// fill. Of events there is no line.
  void begin_without_text();
  /// Of such an event; events come in order.
  void add_user_words(uint32_t event, uint32_t definition, std::span<const FieldValue> added);
  /// From now on user_words() gives these numbers for definitions, by those that it gave before.
  void renumber_definitions(std::span<const uint32_t> by_number);
  /// Decodes until definitions must be read first, or after an event that names a part, or to the
  /// end of the chunk (if strict: to its first problem); then the public members below are
  /// complete.
  void advance(const DefinitionTable& definitions);
  /// Gives back what only decoding takes, once that is complete. From then on lines are not
  /// counted, and of events of fast lines the definitions are not known.
  void end_decoding();
  /// Whether advance() waits for read_definitions().
  [[nodiscard]] bool wants_definitions() const { return wants_definitions_; }
  void read_definitions(DefinitionTable& definitions);

  [[nodiscard]] bool may_be_mended(const DefinitionTable& table) const {
    return !problems.empty() && chunk_.binary == nullptr && definitions_at_start_ < table.size();
  }
  [[nodiscard]] const Chunk& chunk() const { return chunk_; }
  /// The part that the last event names: what comes next of the chunk is taken by cut_rest().
  [[nodiscard]] const std::optional<PartName>& part() const { return part_; }
  [[nodiscard]] std::optional<uint32_t> first_event_line() const;
  /// Cuts the chunk off after the event that names a part and returns what follows.
  Chunk cut_rest();
  [[nodiscard]] uint32_t line_count() const { return part_ ? part_->line + 1 : decoder_->lines(); }
  [[nodiscard]] uint32_t event_count() const { return event_count_; }
  /// How many events were made of lines of the simplest form, right away.
  [[nodiscard]] uint32_t fast_line_count() const { return fast_line_count_; }
  /// Where the line of an event begins in the chunk.
  [[nodiscard]] uint64_t offset(uint32_t event) const {
    return event_places_.place(event, chunk_.text).offset;
  }
  /// Lines of the chunk before that of an event; `near` as EventPlaces::line() has it.
  [[nodiscard]] uint32_t line(uint32_t event, std::size_t& near) const {
    return event_places_.line(event, near);
  }
  /// The number of an event's definition in the DefinitionList.
  [[nodiscard]] uint32_t definition(uint32_t event) const {
    return definition_of(event_places_.place(event, chunk_.text));
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
  PodVector<Record> records;
  std::vector<ChunkTrack> tracks;
  PodVector<double> numbers;  ///< of variables
  PodVector<LinkHalf> links;
  std::vector<ValueUse> values;
  std::vector<StructuralEvent> structural;
  std::vector<FieldValue> structural_fields;
  std::vector<Problem> problems;  ///< in order; reading stopped at the first if strict

 private:
  // What of an event, besides its time, type and container, goes into its record.
  enum class Content : uint8_t { structural, nothing, number, value, link };
  // What taking the events of one definition needs: positions of its fields, and what it is.
  struct Plan {
    bool is_cached = false;
    Content content{};
    EventKind kind{};
    LinePlan fast;
    uint32_t time = 0, type = 0, container = 0, value = 0, key = 0, end = 0;
    std::span<const int> kept_words;  // positions of user-defined fields, if they are kept
  };
  // In fast_lines_for_cpu.hpp.
  class PortableFastLines;
  class Avx2FastLines;
  class Avx512FastLines;

  void forget();
  void group_by_track();
  void keep_problem_of_part();
  // In fast_lines.cpp.
  void decode_fast_lines(const DefinitionTable& table);
  bool decode_piece(TextCursor& cursor);
  void find_line_plans(const DefinitionTable& table);

  void decode(const DefinitionTable& table);
  void add_structural(const FieldValue* fields, std::size_t count, uint32_t definition,
                      uint32_t event);
  void add_event(const FieldValue* fields, const Plan& plan, const EventHead& head, uint32_t event);
  void begin_user_words(uint32_t event, uint32_t definition);
  void keep_user_words(const FieldValue* fields, const Plan& plan, uint32_t definition,
                       uint32_t event);
  [[nodiscard]] uint32_t definition_of(const EventPlaces::Place& place) const;
  static Content content_of(EventKind kind);
  static LinePlan line_plan(const Plan& plan, uint32_t number, std::size_t fields);
  const Plan& plan_of(const EventHead& head, const DefinitionTable& table);
  const Plan& make_plan(uint32_t number, const EventDefinition& definition);
  uint32_t track_of(const FieldValue& type, const FieldValue& container, uint32_t event);
  uint32_t track_of_words(const FieldValue& type, const FieldValue& container, uint32_t event);
  uint32_t track_of_numbers(uint32_t type, uint32_t container, uint32_t event);
  uint32_t value_of(uint32_t type, const FieldValue& value, uint32_t event);
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
  // Of fast lines, by their ids; of no use any more once there are more plans or definitions.
  std::vector<LinePlan> line_plans_;
  bool has_line_plans_ = false;
  std::size_t other_bytes_ = 1;  // to be decoded where the next line is not fast
  uint32_t event_count_ = 0;
  uint32_t fast_line_count_ = 0;
  EventPlaces event_places_;
  struct UserBegin {
    uint32_t first;  // in user_words_
    uint32_t definition;
  };
  bool has_kept_words_ = false;        // whether a plan has
  std::vector<UserBegin> user_begin_;  // of each event up to the last that has some
  std::vector<FieldValue> user_words_;
};

}  // namespace paje
