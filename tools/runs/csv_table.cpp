#include "runs/csv_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "common/option_number.hpp"
#include "common/tool.hpp"
#include "paje/event.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// The next cell of a line, and where the text goes on; a cell in quotes may hold newlines.
struct Cursor {
  std::string_view text;
  std::size_t at = 0;
  std::size_t line = 1;
  bool is_open = false;  // a quote is, at the end

  [[nodiscard]] bool at_end() const { return at == text.size(); }
  [[nodiscard]] bool is_at(char c) const { return !at_end() && text[at] == c; }

  std::string cell() {
    if (is_at('"')) return quoted();
    std::string cell;
    while (!at_end() && !is_at(',') && !is_at('\n')) cell += text[at++];
    if (cell.ends_with('\r')) cell.pop_back();
    const std::size_t first = cell.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
  }

  // Without the closing quote, nothing.
  std::string quoted() {
    std::string cell;
    for (++at; !at_end(); cell += text[at++]) {
      if (is_at('"')) {
        ++at;
        if (!is_at('"')) {
          while (is_at(' ') || is_at('\r')) ++at;
          return cell;
        }
      }
      line += is_at('\n') ? 1 : 0;
    }
    is_open = true;
    return {};
  }
};

// Squares and sums of what is in a table are numbers, too.
std::string trouble_with(std::string_view word, double least) {
  constexpr double kMost = 1e100;
  std::string trouble = number_trouble(word, least, std::numeric_limits<double>::max());
  if (trouble.empty() && std::abs(*parse_number(word)) > kMost) {
    trouble = fmt::format("expected a number up to 1e100, found '{}'", one_line(std::string(word)));
  }
  return trouble;
}

}  // namespace

CsvTable::CsvTable(const std::string& path) : path_(path) { parse(file_text(path)); }

CsvTable::CsvTable(std::string_view text, std::string path) : path_(std::move(path)) {
  parse(text);
}

void CsvTable::parse(std::string_view text) {
  Cursor cursor{text};
  while (!cursor.at_end()) {
    Row row{cursor.line, {}, {}};
    const std::size_t begin = cursor.at;
    const bool is_comment = cursor.is_at('#');
    for (;;) {
      row.columns.push_back(cursor.at - begin + 1);
      row.cells.push_back(cursor.cell());
      if (!cursor.is_at(',')) break;
      ++cursor.at;
    }
    if (cursor.is_open) {
      throw std::runtime_error(fmt::format("{}:{}:{}: a quote is not closed", one_line(path_),
                                           row.line, row.columns.back()));
    }
    if (!cursor.at_end() && !cursor.is_at('\n')) {
      throw std::runtime_error(
          fmt::format("{}:{}: expected a comma after the quotes", one_line(path_), cursor.line));
    }
    if (cursor.is_at('\n')) ++cursor.at;
    ++cursor.line;
    if (is_comment || (row.cells.size() == 1 && row.cells[0].empty())) continue;
    if (header_.empty()) {
      header_ = row.cells;
      header_row_ = std::move(row);
      check_header();
      continue;
    }
    check_row(row);
    rows_.push_back(std::move(row));
  }
  if (header_.empty()) {
    throw std::runtime_error(fmt::format("{}: the table is empty", one_line(path_)));
  }
}

// Of two columns of one name, nobody knows which is meant.
void CsvTable::check_header() const {
  for (std::size_t i = 0; i < header_.size(); ++i) {
    if (header_[i].empty() || column(header_[i]) == i) continue;
    throw std::runtime_error(fmt::format("{}:{}:{}: there are two columns {}", one_line(path_),
                                         header_row_.line, header_row_.columns[i],
                                         one_line(header_[i])));
  }
}

void CsvTable::check_row(const Row& row) const {
  if (row.cells.size() == header_.size()) return;
  throw std::runtime_error(
      fmt::format("{}:{}: expected {} as in the header, found {}", one_line(path_), row.line,
                  counted(header_.size(), "column", "columns"), row.cells.size()));
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  for (std::size_t i = 0; i < header_.size(); ++i) {
    if (header_[i] == name) return i;
  }
  return std::nullopt;
}

std::size_t CsvTable::need_column(std::string_view name) const {
  if (const auto found = column(name)) return *found;
  std::string names;
  for (const std::string& one : header_) names += (names.empty() ? "" : ", ") + one_line(one);
  const bool has_others = header_.size() == 1 && names.find_first_of(";\t") != std::string::npos;
  throw std::runtime_error(fmt::format("{}: there is no column {}; {}", one_line(path_), name,
                                       has_others ? "commas separate columns, and the header has "
                                                    "none: " +
                                                        names
                                                  : "columns are " + names));
}

double CsvTable::number(std::size_t row, std::size_t column, double least) const {
  const std::string& word = words(row, column);
  const std::string trouble = trouble_with(word, least);
  if (!trouble.empty()) fail_at(row, column, trouble);
  return *parse_number(word);
}

double CsvTable::number(std::size_t row, std::string_view word, double least) const {
  const std::string trouble = trouble_with(word, least);
  if (!trouble.empty()) fail(row, trouble);
  return *parse_number(word);
}

double CsvTable::positive(std::size_t row, std::size_t column) const {
  const double value = number(row, column, 0);
  constexpr double kLeast = 1e-100;  // what is divided by it is a number, too
  if (!(value > 0) || value < kLeast) {
    fail_at(row, column,
            fmt::format("expected a number greater than {} as {}, found '{}'",
                        value > 0 ? "1e-100" : "0", header_[column], one_line(words(row, column))));
  }
  return value;
}

double CsvTable::positive_whole(std::size_t row, std::size_t column) const {
  const double value = positive(row, column);
  if (value == std::floor(value)) return value;
  fail_at(row, column,
          fmt::format("expected a whole number as {}, found '{}'", header_[column],
                      one_line(words(row, column))));
}

void CsvTable::fail(std::size_t row, const std::string& what) const {
  throw std::runtime_error(fmt::format("{}:{}: {}", one_line(path_), rows_[row].line, what));
}

void CsvTable::fail_at(std::size_t row, std::size_t column, const std::string& what) const {
  throw std::runtime_error(place(rows_[row], column) + ": " + what);
}

std::string CsvTable::header_place(std::size_t column) const { return place(header_row_, column); }

std::string CsvTable::place(const Row& row, std::size_t column) const {
  return fmt::format("{}:{}:{}", one_line(path_), row.line, row.columns[column]);
}

}  // namespace paje::tools
