// User-defined fields of objects as columns with a type: message sizes, tags, ids of tasks. What a
// trace has to have kept (ReadOptions::keep_user_fields) as words is numbers here where it can be.
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

/// What the words of a field are. It is the words that decide, not what definitions say.
enum class UserType : uint8_t {
  integer,  ///< all are whole numbers of 64 bits, with a sign
  number,   ///< all are numbers, infinite ones and NaN among them; a double holds each whole one
  text,
};
PAJE_EXPORT std::string_view spelling(UserType type);

/// One field of all objects of a kind. Rows are those of the trace's columns of that kind, or ids
/// of containers; not each needs to have a value. Takes 8 bytes for each number, 16 for each text,
/// and some bits to find them; of an archive that is read on demand only once one of the values of
/// its kind was asked for, which may throw as reading does. Cheap to copy; valid as long as the
/// UserColumns it is from.
class PAJE_EXPORT UserColumn {
 public:
  class Values;
  static constexpr uint64_t kNoPlace = UINT64_MAX;

  UserColumn(std::string name, std::shared_ptr<const Values> values);

  /// The field, as the trace spells it.
  [[nodiscard]] std::string_view field() const;
  /// What the column is called: see UserColumns.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] UserType type() const;
  /// How many rows there are, and how many of them have a value.
  [[nodiscard]] uint64_t rows() const;
  [[nodiscard]] uint64_t count() const;

  /// The value of a row; monostate if it has none. Of an archive that is read on demand, only what
  /// is near the row is read, as long as few rows are asked for. O(log rows) then, else as place().
  using Value = std::variant<std::monostate, int64_t, double, std::string_view>;
  [[nodiscard]] Value value(uint64_t row) const;

  /// Where the value of a row is among those below, or kNoPlace. O(1); O(log n) if less than
  /// one row in 64 has a value.
  [[nodiscard]] uint64_t place(uint64_t row) const;
  /// The rows that have a value, in order, each by its place. O(rows).
  [[nodiscard]] std::vector<uint64_t> rows_with_value() const;

  /// Values in the order of rows; of its type only, empty for the others. Where every row has one,
  /// its place is the row.
  [[nodiscard]] std::span<const int64_t> integers() const;
  [[nodiscard]] std::span<const double> numbers() const;
  /// Without quotes. They live as long as the trace.
  [[nodiscard]] std::span<const std::string_view> texts() const;
  /// An integer or number as a number; of text, the number that it spells, or NaN.
  [[nodiscard]] double number(uint64_t place) const;

 private:
  std::string name_;
  std::shared_ptr<const Values> values_;
};

/// All user-defined fields of the objects of one kind.
///
/// An object that several events touch may have a field twice: the first one stays, and of a link
/// that of its start, whichever half came first. An empty word in a field of numbers is no value.
/// Words `0x1f`, and all words of fields that their definition declares as `hex`, are hexadecimal.
///
/// Columns are called like their fields, but no two alike, be it in upper or lower case, and none
/// like a column that tables of objects have anyway (`start`, `depth`, `path`): `field_` is put in
/// front of such a name, and `_2`, `_3` after one that an earlier column has. Control characters
/// become `_`. Of links, the column `size` is the field that holds it: either it has that very
/// name, or it is there twice.
class PAJE_EXPORT UserColumns {
 public:
  /// No columns.
  UserColumns() = default;
  /// Those of a kind, in the order of the trace's event definitions, `size` first. Of links,
  /// `size_field` names the field that holds the size, or if empty it is the first of Size,
  /// MessageSize and Length that holds numbers; case does not matter. Throws std::invalid_argument
  /// if links have no field `size_field`, or one that is not of numbers. O(objects + words), twice;
  /// of an archive that is read on demand O(fields).
  UserColumns(const Trace& trace, TypeKind kind, std::string_view size_field = {});

  [[nodiscard]] std::span<const UserColumn> all() const { return columns_; }
  /// The column of that name; case does not matter. Null if there is none.
  [[nodiscard]] const UserColumn* find(std::string_view name) const;
  /// Of links, the column `size`; null if no field holds it.
  [[nodiscard]] const UserColumn* size() const { return has_size_ ? columns_.data() : nullptr; }

 private:
  friend UserColumn;
  class Maker;  // has the values

  std::shared_ptr<Maker> maker_;
  std::vector<UserColumn> columns_;
  bool has_size_ = false;
};

}  // namespace paje
