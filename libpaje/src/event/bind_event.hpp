// From the words of a line to the fields of an event, checked against its definition.
#pragma once

#include <optional>
#include <span>

#include "event/definition_table.hpp"
#include "event/event_batch.hpp"
#include "event/problem.hpp"
#include "grammar/parse_text.hpp"

namespace paje {

/// Whether that field is converted to a number while decoding: the replay computes with it.
/// Everything else stays text, whatever type it was declared with.
[[nodiscard]] constexpr bool is_number(EventKind kind, FieldName field) {
  if (field == FieldName::time) return true;
  return field == FieldName::value &&
         (kind == EventKind::set_variable || kind == EventKind::add_variable ||
          kind == EventKind::sub_variable);
}

/// Appends the event that the words of a line make to `batch`, or says what is wrong with them. If
/// there are too many, it does both: the first ones make the event.
/// Words hold offsets within their line, the chunk's `line`-th, which begins at `line_offset`.
std::optional<Problem> bind_event(const DefinitionTable& definitions,
                                  std::span<const grammar::Word> words, uint64_t line_offset,
                                  uint32_t line, EventBatch& batch);

}  // namespace paje
