// The small tables as virtual tables: rows that are numbered, columns that are computed when asked
// for, and a search by some of them.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace paje::tools {

/// Nothing, a number, or text that lives as long as the trace.
using Cell = std::variant<std::monostate, sqlite3_int64, double, std::string_view>;

void give_cell(sqlite3_context* result, const Cell& cell);

class ListTable {
 public:
  struct Column {
    std::string_view name;
    std::string_view type;  ///< INTEGER, REAL, TEXT
    std::function<Cell(uint32_t row)> cell;
    bool hidden = false;
    bool is_searched = false;  ///< equality finds its rows at once; not for REAL
  };

  ListTable(uint32_t rows, std::vector<Column> columns);

  [[nodiscard]] std::string declaration() const;
  int plan(sqlite3_index_info& info) const;

  class Cursor {
   public:
    explicit Cursor(ListTable& table) : table_(table) {}
    void filter(int number, const char* text, std::span<sqlite3_value*> arguments);
    [[nodiscard]] bool at_end() const { return next_ >= count_; }
    void next() { ++next_; }
    void column(sqlite3_context* result, int number);
    [[nodiscard]] sqlite3_int64 row_id() const { return row(); }

   private:
    [[nodiscard]] uint32_t row() const { return some_ == nullptr ? next_ : (*some_)[next_]; }

    ListTable& table_;
    const std::vector<uint32_t>* some_ = nullptr;
    uint32_t next_ = 0;
    uint32_t count_ = 0;
  };

 private:
  struct Index {
    std::unordered_map<sqlite3_int64, std::vector<uint32_t>> by_number;
    std::unordered_map<std::string_view, std::vector<uint32_t>> by_text;
  };

  [[nodiscard]] bool is_searched_by(sqlite3_index_info& info, int number) const;
  void choose_index(sqlite3_index_info& info) const;
  const std::vector<uint32_t>& rows_with(std::size_t column, sqlite3_value* value);
  const Index& index_of(std::size_t column);

  uint32_t rows_;
  std::vector<Column> columns_;
  std::vector<std::optional<Index>> indices_;
  std::vector<uint32_t> none_;
};

}  // namespace paje::tools
