// A file of records into the definitions and events of a trace, in either encoding.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/definition_record.hpp"
#include "formats/event_values.hpp"
#include "formats/field_layout.hpp"
#include "formats/rastro.hpp"
#include "formats/word_list.hpp"
#include "formats/word_pages.hpp"
#include "paje/event.hpp"

namespace paje {
struct EventBatch;
}

namespace paje::rastro {

class BatchWriter;

/// Receives what a decoder reads, in file order.
class EventSink {
 public:
  virtual ~EventSink() = default;
  /// The definition lives as long as the decoder.
  virtual void on_definition(const EventDefinition& definition) = 0;
  /// The event's record begins at `offset` in the file. The event is valid only during the call;
  /// the words its fields point to stay until the next call of Decoder::decode(), and no longer
  /// than the block that was given to it.
  virtual void on_event(const Event& event, uint64_t offset) = 0;
};

/// Decodes a file block by block. Memory grows with the definitions, and with the table of words in
/// the reference encoding; never by more than in proportion to the bytes read.
class Decoder {
 public:
  /// `usual`: for each encoding that is accepted, the wire types that fields usually have.
  /// `has_table`: whether one of them has a table of words.
  Decoder(std::vector<UsualCode> usual, bool has_table);
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder();

  struct Result {
    std::size_t consumed = 0;  ///< bytes of the block; give the others again, with more after them
    std::optional<RecordError> error;  ///< nothing is decoded any more
  };

  /// Delivers what the whole records of `block` hold, which follows what was consumed before and
  /// may end anywhere. Ends at the first record that cannot be used.
  Result decode(std::string_view block, EventSink& sink);

  /// Why decode_batch() came back.
  enum class Stop : uint8_t {
    block_end,   ///< the block has no further whole record
    batch_full,  ///< more to come
    definition,  ///< one more definition is known, which no event before needs
    left_out,    ///< a whole record cannot be used, see error(); what follows can be decoded
    damage,      ///< nothing can be decoded any more, see error()
  };
  struct Step {
    std::size_t consumed = 0;  ///< as in Result
    Stop stop = Stop::block_end;
  };

  /// Appends events to `batch` until it has `most` or one of the above. In a head, `offset` counts
  /// from the beginning of the block, `definition` as in definition(), and `line` is 0. Words of
  /// the table stay as long as the decoder, all others as long as the block or, if the record did
  /// not have them, as they stay in `spelled`. About 10 ns for an event of a usual record.
  Step decode_batch(std::string_view block, std::size_t most, EventBatch& out, WordPages& spelled);

  /// How many definitions were read so far.
  [[nodiscard]] std::size_t definitions() const { return events_.size(); }
  /// In the order of the file; lives as long as the decoder.
  [[nodiscard]] const EventDefinition& definition(std::size_t index) const {
    return events_[index]->definition;
  }
  /// What is wrong with the record that was left out last, or with the file.
  [[nodiscard]] const std::optional<RecordError>& error() const { return error_; }
  /// Strings that are other words than they were, since text cannot hold these.
  [[nodiscard]] const MendedWords& mended() const { return mended_; }

  /// To be called at the end of the file, with the bytes that decode() left over: whether the file
  /// is complete.
  std::optional<RecordError> finish(std::string_view rest);
  /// What the file says of itself; nothing before its first record was decoded.
  [[nodiscard]] const std::optional<Opening>& opening() const { return opening_; }
  /// How many words the table has so far.
  [[nodiscard]] uint64_t words() const { return words_.size(); }

 private:
  // What became of a record.
  enum class Outcome : uint8_t { decoded, defined, left_out, incomplete, damaged };

  std::size_t decode_usual(const char* at, const char* end, BatchWriter& batch, WordPages& spelled,
                           std::size_t begin, uint64_t offset);
  std::size_t add_usual_string(const char* at, const char* end, uint64_t offset);
  void remember_plan(const Record& record, const EventLayouts& event);
  Outcome decode_any(std::string_view rest, BatchWriter& batch, WordPages& spelled,
                     std::size_t begin);
  Outcome decode(const Record& record, BatchWriter& batch, WordPages& spelled, std::size_t begin);
  Outcome read_opening(const Record& record);
  Outcome add_string(const Record& record);
  Outcome add_definition(const Record& record);
  Outcome decode_event(const Record& record, BatchWriter& batch, WordPages& spelled,
                       std::size_t begin);
  bool begins_wrongly(std::string_view block);
  Outcome leave_out(uint64_t place, std::optional<Rule> rule, std::string found,
                    std::string expected);
  Outcome refuse(uint64_t place, std::string found, std::string expected);

  std::vector<UsualCode> usual_;
  bool has_table_;
  RecordReader reader_;
  uint64_t offset_ = 0;  // of the next record
  std::optional<Opening> opening_;
  bool closed_ = false;
  std::optional<RecordError> error_;
  bool is_damaged_ = false;  // error_ is final
  MendedWords mended_;
  std::vector<std::unique_ptr<EventLayouts>> events_;
  std::array<uint16_t, kMostType + 1> places_{};     // in events_, by type, counted from 1
  std::array<uint16_t, kMostType + 1> first_plans_;  // in plans_, by type
  std::vector<EventPlan> plans_;
  std::array<uint8_t, kMostType + 1> easy_plan_of_type_{};
  std::vector<EasyPlan> easy_plans_ = std::vector<EasyPlan>(1);  // the first is for no record
  std::unordered_set<int64_t> ids_;
  WordList words_;
  EventValues values_;
  // For decode() with a sink.
  std::unique_ptr<EventBatch> batch_;
  WordPages spelled_;
};

}  // namespace paje::rastro
