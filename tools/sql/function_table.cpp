#include "sql/function_table.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace paje::tools {

FunctionTable::FunctionTable(std::vector<std::string_view> parameters,
                             std::vector<std::string_view> columns, Compute compute,
                             std::size_t optional)
    : parameters_(std::move(parameters)),
      required_(parameters_.size() - optional),
      columns_(std::move(columns)),
      compute_(std::move(compute)) {}

std::string FunctionTable::declaration() const {
  std::string text;
  const auto add = [&](std::string_view column) {
    text += text.empty() ? "CREATE TABLE function(" : ", ";
    text += column;
  };
  for (const std::string_view column : columns_) add(column);
  for (const std::string_view parameter : parameters_) add(std::string(parameter) + " HIDDEN");
  return text + ')';
}

int FunctionTable::plan(sqlite3_index_info& info) const {
  std::size_t given = 0;
  std::size_t last = 0;  // after the last one that is given
  for (int i = 0; i < info.nConstraint; ++i) {
    const auto& constraint = info.aConstraint[i];
    const auto parameter = constraint.iColumn - static_cast<int>(columns_.size());
    if (parameter < 0 || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;
    info.aConstraintUsage[i].argvIndex = parameter + 1;
    info.aConstraintUsage[i].omit = 1;
    ++given;
    last = std::max(last, static_cast<std::size_t>(parameter) + 1);
  }
  // One that is missing would mean all its values.
  if (given == last && given < required_) {
    throw std::invalid_argument("the parameter " + std::string(parameters_[given]) +
                                " of a table function is missing");
  }
  if (given != last) return SQLITE_CONSTRAINT;
  constexpr double kCost = 1000;
  info.estimatedCost = kCost;
  info.estimatedRows = 100;
  return SQLITE_OK;
}

void FunctionTable::Cursor::filter(int /*number*/, const char* /*text*/,
                                   std::span<sqlite3_value*> arguments) {
  rows_ = table_.compute_(arguments);
  next_ = 0;
}

void FunctionTable::Cursor::column(sqlite3_context* result, int number) {
  const auto index = static_cast<std::size_t>(number);
  if (index < rows_[next_].size()) give_cell(result, rows_[next_][index]);
}

}  // namespace paje::tools
