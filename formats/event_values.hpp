// Any record of an event to values: which field of the record belongs to which of the definition,
// what it stands for, and what is wrong with it (README.md, "Events"). Complete, not fast; the
// usual records are EventPlan's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/event_plan.hpp"
#include "formats/field_layout.hpp"
#include "formats/rastro.hpp"
#include "formats/record_word.hpp"
#include "formats/word_list.hpp"
#include "formats/word_pages.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

/// `1 field`, `2 fields`, for messages.
std::string counted_fields(std::size_t count);

/// A definition of the file and how its events' records may look.
struct EventLayouts {
  /// `usual`: for each encoding, the wire types that fields usually have.
  EventLayouts(EventDefinition defined, uint16_t record_type, std::span<const UsualCode> usual);

  EventDefinition definition;
  uint16_t type;                       // of the records
  std::vector<FieldLayout> layouts;    // one for each encoding
  std::vector<std::size_t> own_order;  // 0, 1, 2, ...
};

class EventValues {
 public:
  /// `words` is the table of the file, if its encoding may have one. Words that text cannot hold
  /// are added to `mended`.
  EventValues(const WordList* words, MendedWords& mended) : table_(words), mended_(mended) {}

  /// Makes the values of a record that begins at `offset` in the file, one for each field of the
  /// definition. Spellings that the record does not have go to `spelled`. False if something is
  /// wrong, see error().
  bool read(const Record& record, uint64_t offset, const EventLayouts& event, WordPages& spelled,
            FieldValue* values);
  /// A plan for further records like the one that read() took last, if there can be one.
  [[nodiscard]] std::optional<EventPlan> plan(const Record& record,
                                              const EventLayouts& event) const;
  /// The same for one field, of a type that it may have.
  bool read_value(const Field& field, uint64_t offset, const EventDefinition& definition,
                  std::size_t position, WordPages& spelled, FieldValue* values);
  [[nodiscard]] const RecordError& error() const { return error_; }

 private:
  // The fields of a record, and to which of the definition each belongs.
  struct Placed {
    std::span<const Field> fields;
    std::span<const std::size_t> positions;
  };

  [[nodiscard]] bool allows(FieldType type, FieldCode code) const;
  std::optional<Placed> place(std::span<const Field> fields, const EventLayouts& event);
  bool refuse_fields(const Record& record, uint64_t offset, const EventDefinition& definition);
  bool read_string(std::string_view string, uint64_t offset, const EventDefinition& definition,
                   std::size_t position, WordPages& spelled, FieldValue* values);
  bool read_number(std::string_view word, uint64_t offset, const FieldDefinition& defined,
                   FieldValue& value);
  bool refuse(uint64_t offset, std::optional<Rule> rule, std::string found, std::string expected);

  const WordList* table_;
  MendedWords& mended_;
  std::vector<Field> sorted_;  // a record's fields, if they were in another order
  Placed placed_;              // of the record that was taken last
  RecordError error_;
};

}  // namespace paje::rastro
