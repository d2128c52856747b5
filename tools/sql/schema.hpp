// What the tables, views and functions of a trace's database are: how the views are made, and what
// each column means.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sql/list_table.hpp"

namespace paje::tools {

struct ColumnMeaning {
  std::string_view table;
  std::string_view column;  ///< empty: what is said is of the table
  std::string_view meaning;
};
/// Every table, view and function, each followed by its columns, those of `user_defined` last.
std::vector<ColumnMeaning> column_meanings(std::span<const ColumnMeaning> user_defined);

/// For UserTables::fill(): the views over the virtual tables, and those that are the same over
/// saved ones.
std::string_view live_views();
std::string_view joined_views();
/// The tables of a saved database, filled from those of `main`, their indices, and the views.
std::string_view saved_tables();
std::string_view saved_views();

/// `meanings`, which live longer, as a table.
ListTable schema_list(std::span<const ColumnMeaning> meanings);

}  // namespace paje::tools
