// User-defined fields of objects as typed columns: message sizes, tags, task ids. The trace must
// have kept them (ReadOptions::keep_user_fields) as words; here they become numbers if possible.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// The type of a field's words. The words decide, not the definitions.
enum class UserType : uint8_t {
  integer,  ///< all are signed 64-bit integers
  number,   ///< all are numbers, also infinite or NaN; whole numbers fit a double exactly
  text,
};
PAJE_EXPORT std::string_view spelling(UserType type);

/// One field of all objects of a kind. Rows are those of the trace's columns of that kind, or ids
/// of containers; a row need not have a value. Memory: 8 bytes per number, 16 per text, and some
/// bits to find them. For an archive read on demand, only after the first access to a value of this
/// kind, which may throw as reading does. Cheap to copy; the UserColumns must outlive it.
class PAJE_EXPORT UserColumn {
 public:
  class Values;
  static constexpr uint64_t kNoPlace = UINT64_MAX;

  UserColumn(std::string name, std::shared_ptr<const Values> values);

  /// The field, spelled as in the trace.
  [[nodiscard]] std::string_view field() const;
  /// The name of the column, see UserColumns.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] UserType type() const;
  /// The number of rows, and the number of rows with a value.
  [[nodiscard]] uint64_t rows() const;
  [[nodiscard]] uint64_t count() const;
  /// The number of empty words in a field of numbers, which are no values.
  [[nodiscard]] uint64_t empty_words() const;

  /// The value of a row; monostate if it has none. For an archive read on demand, reads only near
  /// the row, as long as few rows are requested: then O(log rows), otherwise as place().
  using Value = std::variant<std::monostate, int64_t, double, std::string_view>;
  [[nodiscard]] Value value(uint64_t row) const;

  /// The index of a row's value in the arrays below, or kNoPlace. O(1); O(log n) if less than one
  /// row in 64 has a value.
  [[nodiscard]] uint64_t place(uint64_t row) const;
  /// The rows with a value, in order: element i is the row of place i. O(rows).
  [[nodiscard]] std::vector<uint64_t> rows_with_value() const;

  /// Values in the order of rows; only the array of its type is non-empty. If every row has a
  /// value, its place is the row.
  [[nodiscard]] std::span<const int64_t> integers() const;
  [[nodiscard]] std::span<const double> numbers() const;
  /// Without quotes. The trace must outlive them.
  [[nodiscard]] std::span<const std::string_view> texts() const;
  /// The value as a number; a text that does not spell a number is NaN.
  [[nodiscard]] double number(uint64_t place) const;

 private:
  std::string name_;
  std::shared_ptr<const Values> values_;
};

/// All user-defined fields of the objects of one kind.
///
/// If several events of an object have the same field, the first value counts; for a link, that of
/// its start, whichever half came first. An empty word in a field of numbers is no value. Words
/// like `0x1f`, and all words of fields declared as `hex`, are hexadecimal.
///
/// Columns have the names of their fields, made unique regardless of case. A name of a standard
/// column of objects (`start`, `depth`, `path`) gets the prefix `field_`, and a name that an
/// earlier column has gets a suffix `_2`, `_3`. Control characters become `_`. For links, the
/// column `size` is the field with the size: under its own name if that is `size`, otherwise in
/// addition to it.
class PAJE_EXPORT UserColumns {
 public:
  /// No columns.
  UserColumns() = default;
  /// The columns of a kind, in the order of the trace's event definitions, with `size` first. For
  /// links, `size_field` names the field with the size; if empty, it is the first of Size,
  /// MessageSize and Length with numbers, regardless of case. Throws std::invalid_argument if no
  /// link has the field `size_field`, or it is not numeric. O(objects + words), twice; for an
  /// archive read on demand O(fields).
  UserColumns(const Trace& trace, TypeKind kind, std::string_view size_field = {});

  [[nodiscard]] std::span<const UserColumn> all() const { return columns_; }
  /// The column with that name, regardless of case; null if there is none.
  [[nodiscard]] const UserColumn* find(std::string_view name) const;
  /// For links, the column `size`; null if no field has the size.
  [[nodiscard]] const UserColumn* size() const { return has_size_ ? columns_.data() : nullptr; }

 private:
  friend UserColumn;
  class Maker;  // has the values

  std::shared_ptr<Maker> maker_;
  std::vector<UserColumn> columns_;
  bool has_size_ = false;
};

}  // namespace paje
