// A small table of CSV with a header (RFC 4180): columns by name, cells as words or numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/file_text.hpp"

namespace paje::tools {

class CsvTable {
 public:
  /// Reads the file, `-` is standard input, which becomes an input of the tool. Throws
  /// std::system_error, or std::runtime_error that begins with `path:line:` if that is no table.
  explicit CsvTable(const std::string& path);
  /// The same of a text.
  CsvTable(std::string_view text, std::string path);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
  /// Throws std::runtime_error that names the columns there are.
  [[nodiscard]] std::size_t need_column(std::string_view name) const;

  [[nodiscard]] const std::string& words(std::size_t row, std::size_t column) const {
    return rows_[row].cells[column];
  }
  /// Throws std::runtime_error with file, line and column unless it is a number from `least` on.
  [[nodiscard]] double number(std::size_t row, std::size_t column, double least) const;
  /// The same of a part of the cell.
  [[nodiscard]] double number(std::size_t row, std::string_view word, double least) const;
  /// The same of a number greater than 0.
  [[nodiscard]] double positive(std::size_t row, std::size_t column) const;
  /// The same of a whole number, as cores are.
  [[nodiscard]] double positive_whole(std::size_t row, std::size_t column) const;
  [[noreturn]] void fail(std::size_t row, const std::string& what) const;
  /// The same with the column where a cell begins.
  [[noreturn]] void fail_at(std::size_t row, std::size_t column, const std::string& what) const;
  /// `path:line:column` of a name in the header.
  [[nodiscard]] std::string header_place(std::size_t column) const;

 private:
  struct Row {
    std::size_t line = 0;
    std::vector<std::string> cells;
    std::vector<std::size_t> columns;  // where cells begin, from 1 on
  };
  [[nodiscard]] std::string place(const Row& row, std::size_t column) const;
  void parse(std::string_view text);
  void check_header() const;
  void check_row(const Row& row) const;

  std::string path_;
  std::vector<std::string> header_;
  Row header_row_;
  std::vector<Row> rows_;
};

}  // namespace paje::tools
