// Table functions that compute all their rows from their parameters.
#pragma once

#include <sqlite3.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sql/list_table.hpp"

namespace paje::tools {

class FunctionTable {
 public:
  using Row = std::vector<Cell>;
  /// Rows for the parameters. Throws std::invalid_argument for parameters that make no sense.
  using Compute = std::function<std::vector<Row>(std::span<sqlite3_value*> parameters)>;

  /// `columns` and `parameters` as SQL declares them: `id INTEGER`. The last `optional` parameters
  /// may be missing; then `compute` is given fewer.
  FunctionTable(std::vector<std::string_view> parameters, std::vector<std::string_view> columns,
                Compute compute, std::size_t optional = 0);

  [[nodiscard]] std::string declaration() const;
  int plan(sqlite3_index_info& info) const;

  class Cursor {
   public:
    explicit Cursor(FunctionTable& table) : table_(table) {}
    void filter(int number, const char* text, std::span<sqlite3_value*> arguments);
    [[nodiscard]] bool at_end() const { return next_ == rows_.size(); }
    void next() { ++next_; }
    void column(sqlite3_context* result, int number);
    [[nodiscard]] sqlite3_int64 row_id() const { return static_cast<sqlite3_int64>(next_); }

   private:
    FunctionTable& table_;
    std::vector<Row> rows_;
    std::size_t next_ = 0;
  };

 private:
  std::vector<std::string_view> parameters_;
  std::size_t required_;
  std::vector<std::string_view> columns_;
  Compute compute_;
};

}  // namespace paje::tools
