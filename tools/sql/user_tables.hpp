// What user-defined fields add to the tables and views of a database: columns of their own, after
// all others, and `size` of links.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/user_columns.hpp"
#include "sql/list_table.hpp"
#include "sql/schema.hpp"

namespace paje::tools {

/// Fields of a kind that have a column: SQLite has 2,000 of them in a table at most, and rows of
/// many more would be longer than what there is to say in them.
inline constexpr std::size_t kMostUserColumns = 1000;
std::span<const UserColumn> shown_columns(const UserColumns& fields);
/// A sentence if that is not all; else nothing.
std::string left_out_columns(const UserColumns& fields, TypeKind kind);

class UserTables {
 public:
  /// `size_field` as UserColumns has it.
  UserTables(const Trace& trace, std::string_view size_field);

  struct Column {
    std::string name;                    ///< UTF-8
    std::string_view type;               ///< INTEGER, REAL or TEXT
    const UserColumn* values = nullptr;  ///< null: none has one
  };
  [[nodiscard]] const std::vector<Column>& of(TypeKind kind) const {
    return columns_[static_cast<std::size_t>(kind)];
  }
  /// SQL in which `{link}` stands for `, "size", "Tag"`, `{l.link}` for the same of a table l, and
  /// `{link:types}` for `, "size" INTEGER, "Tag" TEXT`, and `{link:utf8}` for `, "size",
  /// utf8("Tag")`.
  [[nodiscard]] std::string fill(std::string_view sql) const;
  /// What each of them means, with the name of a table or view. Views as they are.
  [[nodiscard]] const std::vector<ColumnMeaning>& meanings() const { return meanings_; }
  /// left_out_columns() of all kinds.
  [[nodiscard]] const std::string& left_out() const { return left_out_; }

 private:
  void add_columns(TypeKind kind);
  void make_meanings();
  [[nodiscard]] std::string list(std::string_view marker) const;

  std::array<UserColumns, 5> fields_;
  std::array<std::vector<Column>, 5> columns_;
  std::vector<std::string> told_;
  std::vector<ColumnMeaning> meanings_;
  std::string left_out_;
};

/// `name` as a name in SQL.
std::string quoted_name(std::string_view name);

/// The value of a row, if it has one.
Cell user_cell(const UserColumn* column, uint64_t row);

}  // namespace paje::tools
