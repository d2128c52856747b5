#include "sql/list_table.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sql/object_fields.hpp"
#include "sql/user_tables.hpp"

namespace paje::tools {

namespace {

constexpr int kAllRows = 0;  // plans: all, or 1 + the column that is searched

}  // namespace

void give_cell(sqlite3_context* result, const Cell& cell) {
  if (const auto* number = std::get_if<sqlite3_int64>(&cell)) sqlite3_result_int64(result, *number);
  if (const auto* number = std::get_if<double>(&cell)) sqlite3_result_double(result, *number);
  if (const auto* text = std::get_if<std::string_view>(&cell)) give_text(result, *text);
}

ListTable::ListTable(uint32_t rows, std::vector<Column> columns)
    : rows_(rows), columns_(std::move(columns)), indices_(columns_.size()) {}

std::string ListTable::declaration() const {
  std::string text;
  for (const Column& column : columns_) {
    text += text.empty() ? "CREATE TABLE list(" : ", ";
    text += quoted_name(column.name) + ' ' + std::string(column.type);
    if (column.hidden) text += " HIDDEN";
  }
  return text + ')';
}

namespace {

// The first column is the row's number.
int column_of(const sqlite3_index_info& info, int constraint) {
  return std::max(info.aConstraint[constraint].iColumn, 0);
}

}  // namespace

bool ListTable::is_searched_by(sqlite3_index_info& info, int number) const {
  const auto& constraint = info.aConstraint[number];
  if (constraint.usable == 0 || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) return false;
  const Column& column = columns_[static_cast<std::size_t>(column_of(info, number))];
  if (!column.is_searched) return false;
  return column.type != "TEXT" || std::strcmp(sqlite3_vtab_collation(&info, number), "BINARY") == 0;
}

void ListTable::choose_index(sqlite3_index_info& info) const {
  for (int i = 0; i < info.nConstraint; ++i) {
    if (!is_searched_by(info, i)) continue;
    const int column = column_of(info, i);
    if (info.idxNum != kAllRows) {
      if (column != 0) continue;  // the number is the best to search by
      for (int other = 0; other < i; ++other) info.aConstraintUsage[other].argvIndex = 0;
    }
    info.idxNum = column + 1;
    info.aConstraintUsage[i].argvIndex = 1;
    info.estimatedRows = column == 0 ? 1 : 2;
    info.estimatedCost = static_cast<double>(info.estimatedRows);
    if (column == 0) {
      info.idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
      return;
    }
  }
}

int ListTable::plan(sqlite3_index_info& info) const {
  info.estimatedCost = rows_;
  info.estimatedRows = rows_;
  info.idxNum = kAllRows;
  choose_index(info);
  if (info.idxNum != kAllRows) {
    const auto name = columns_[static_cast<std::size_t>(info.idxNum - 1)].name;
    info.idxStr = sqlite3_mprintf("%.*s =", static_cast<int>(name.size()), name.data());
    info.needToFreeIdxStr = 1;
    if (info.idxStr == nullptr) return SQLITE_NOMEM;
  }
  if (info.nOrderBy == 1 && info.aOrderBy[0].iColumn <= 0 && info.aOrderBy[0].desc == 0) {
    info.orderByConsumed = 1;
  }
  return SQLITE_OK;
}

const ListTable::Index& ListTable::index_of(std::size_t column) {
  auto& index = indices_[column];
  if (index) return *index;
  index.emplace();
  for (uint32_t row = 0; row < rows_; ++row) {
    const Cell cell = columns_[column].cell(row);
    if (const auto* number = std::get_if<sqlite3_int64>(&cell)) {
      index->by_number[*number].push_back(row);
    }
    if (const auto* text = std::get_if<std::string_view>(&cell)) {
      index->by_text[*text].push_back(row);
    }
  }
  return *index;
}

const std::vector<uint32_t>& ListTable::rows_with(std::size_t column, sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_NULL) return none_;
  const Index& index = index_of(column);
  if (columns_[column].type == "TEXT") {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
    if (bytes == nullptr) return none_;
    const auto found =
        index.by_text.find({bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))});
    return found == index.by_text.end() ? none_ : found->second;
  }
  // SQLite checks whether the value is the very number.
  const auto found = index.by_number.find(sqlite3_value_int64(value));
  return found == index.by_number.end() ? none_ : found->second;
}

void ListTable::Cursor::filter(int number, const char* /*text*/,
                               std::span<sqlite3_value*> arguments) {
  next_ = 0;
  some_ = number == kAllRows
              ? nullptr
              : &table_.rows_with(static_cast<std::size_t>(number - 1), arguments[0]);
  count_ = some_ == nullptr ? table_.rows_ : static_cast<uint32_t>(some_->size());
}

void ListTable::Cursor::column(sqlite3_context* result, int number) {
  give_cell(result, table_.columns_[static_cast<std::size_t>(number)].cell(row()));
}

}  // namespace paje::tools
