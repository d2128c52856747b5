// A file of records into the definitions and events of a trace: what both encodings have in common.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "definition_record.hpp"
#include "field_layout.hpp"
#include "paje/event.hpp"
#include "rastro.hpp"
#include "word_pages.hpp"

namespace paje::rastro {

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
  virtual ~Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  struct Result {
    std::size_t consumed = 0;  ///< bytes of the block; give the others again, with more behind them
    std::optional<RecordError> error;  ///< nothing can be decoded any more
  };

  /// Hands over what the whole records of `block` hold, which follows what was consumed before and
  /// may end anywhere.
  Result decode(std::string_view block, EventSink& sink);
  /// To be called at the end of the file, with the bytes that decode() left over: whether the file
  /// is complete.
  std::optional<RecordError> finish(std::string_view rest);
  /// What the file says of itself; nothing before its first record was decoded.
  [[nodiscard]] const std::optional<Opening>& opening() const { return opening_; }

 protected:
  /// `usual`: for each encoding that is accepted, the wire types that fields usually have.
  explicit Decoder(std::vector<UsualCode> usual) : usual_(std::move(usual)) {}

  /// A string for the table of words; false if the encoding has none.
  virtual bool take_string(const Field&) { return false; }
  /// Whether a field of that type may be that on the wire.
  [[nodiscard]] virtual bool allows(FieldType type, FieldCode code) const;
  /// The word of that number in the table, if it is there.
  [[nodiscard]] virtual std::optional<std::string_view> word_at(uint64_t) const { return {}; }
  /// How many words the table has.
  [[nodiscard]] virtual uint64_t words() const { return 0; }

 private:
  struct Known {
    EventDefinition definition;
    std::vector<FieldLayout> layouts;
    std::vector<std::size_t> own_order;  // 0, 1, 2, ...
  };
  // The fields of an event's record, and to which of the definition each belongs.
  struct Placed {
    std::span<const Field> fields;
    std::span<const std::size_t> positions;
  };

  bool begins_wrongly(std::string_view block);
  bool take(const Record& record, EventSink& sink);
  bool take_opening(const Record& record);
  bool take_string_record(const Record& record);
  bool take_definition(const Record& record, EventSink& sink);
  bool take_event(const Record& record, EventSink& sink);
  std::optional<Placed> place(std::span<const Field> fields, const Known& known);
  bool refuse_fields(const Record& record, const EventDefinition& definition);
  bool take_value(const EventDefinition& definition, std::size_t position, const Field& field);
  bool take_word(const EventDefinition& definition, std::size_t position, const Field& field,
                 std::string_view word);
  std::string_view spelled(double number);
  std::string_view spelled(uint64_t number, FieldType type);
  bool refuse(uint64_t place, std::optional<Rule> rule, std::string found, std::string expected);

  std::vector<UsualCode> usual_;
  RecordReader reader_;
  uint64_t offset_ = 0;  // of the next record
  std::optional<Opening> opening_;
  bool closed_ = false;
  std::optional<RecordError> error_;
  std::vector<std::unique_ptr<Known>> known_;
  std::array<uint16_t, kMostEventType + 1> places_{};  // in known_, by type, counted from 1
  std::unordered_set<int64_t> ids_;
  std::vector<Field> sorted_;  // an event's fields, if they were in another order
  std::vector<FieldValue> values_;
  WordPages words_;
};

}  // namespace paje::rastro
