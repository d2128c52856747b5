// Event definitions as records (README.md, "Definitions").
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/rastro.hpp"
#include "formats/record_word.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

inline constexpr uint16_t kDefinitionType = 999;  ///< of records that hold a definition
inline constexpr uint16_t kStringType = 888;      ///< of records that hold a string of the table
inline constexpr uint16_t kMostEventType = 16381;

/// Whether records of that type can be events.
[[nodiscard]] constexpr bool is_event_type(uint64_t type) {
  return type <= kMostEventType && type != kDefinitionType && type != kStringType;
}

/// When a definition's record holds the names of the event and of its user-defined fields.
enum class Names : uint8_t {
  always,
  where_needed,  ///< only where the original could not do without, either
};

/// A definition and the type of the records that hold its events.
struct NumberedDefinition {
  uint16_t type = 0;
  EventDefinition definition;
};

/// How much of a definition a message shows.
inline constexpr std::size_t kMostShownDefinition = 2000;

/// Appends the record of a definition whose events are records of `type`.
void append_definition(std::string& out, const EventDefinition& definition, uint16_t type,
                       Names names);

/// Reads the record of a definition, which begins at `offset` in the file. Checks all that can be
/// wrong with one definition: fields the event requires are there, and each once. Names that text
/// cannot hold are added to `mended`.
std::optional<RecordError> read_definition(const Record& record, uint64_t offset,
                                           NumberedDefinition& numbered, MendedWords& mended);

}  // namespace paje::rastro
