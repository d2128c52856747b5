// A table of numbers and words in a CSV file (RFC 4180) whose first line names the columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

class CsvTable {
 public:
  /// Throws std::system_error if it cannot be read, and std::runtime_error with file and line where
  /// it is not a table: no column, two columns of one name, a row with more or fewer fields. The
  /// file is an input from now on.
  explicit CsvTable(const std::string& path);

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  /// The place of a column; case and blanks around it do not matter.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
  /// The same; throws std::runtime_error that names all columns if it is not there.
  [[nodiscard]] std::size_t at(std::string_view column) const;

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::string& word(std::size_t row, std::size_t column) const {
    return rows_[row].fields[column];
  }
  /// Throws std::runtime_error with file, line and column if the field is not a number.
  [[nodiscard]] double number(std::size_t row, std::size_t column) const;
  /// `file:line` of a row.
  [[nodiscard]] std::string place(std::size_t row) const;

 private:
  struct Row {
    uint64_t line = 0;
    std::vector<std::string> fields;
  };

  std::string name_;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
};

}  // namespace paje::tools
