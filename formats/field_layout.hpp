// Which field of an event's record belongs to which field of its definition (README.md, "Events").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/rastro.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

/// The wire type that fields of a declared type usually have: each encoding's own.
using UsualCode = FieldCode (*)(FieldType type);

/// Where the fields of a definition are in a record if each has its usual wire type: as librastro
/// orders them, doubles, u64, floats, u32, u16, u8, strings, and in the definition's order within
/// one of these.
class FieldLayout {
 public:
  FieldLayout(const EventDefinition& definition, UsualCode usual);

  /// Whether fields in the definition's order have their usual types.
  [[nodiscard]] bool is_usual(std::span<const Field> fields) const;
  /// Whether a record's fields have the usual types in the order of the record.
  [[nodiscard]] bool has_order_of_record(std::span<const Field> fields) const;
  /// The positions in the definition of the fields of such a record.
  [[nodiscard]] std::span<const std::size_t> positions() const { return positions_; }
  /// The usual type of the definition's field at `position`.
  [[nodiscard]] FieldCode code(std::size_t position) const { return codes_[position]; }
  /// Whether the orders of record and definition are the same.
  [[nodiscard]] bool is_in_order() const { return in_order_; }

 private:
  std::vector<FieldCode> codes_;  // of the definition's fields
  std::vector<std::size_t> positions_;
  bool in_order_;
};

/// Puts fields into librastro's order; those of one type stay in theirs.
void sort_as_librastro(std::vector<Field>& fields);

}  // namespace paje::rastro
