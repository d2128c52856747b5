#include "query/box.hpp"

#include <algorithm>
#include <utility>

#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kRowsForWidths = 1000;

}  // namespace

void BoxWriter::begin(sqlite3_stmt* statement) {
  names_.clear();
  widths_.clear();
  waiting_.clear();
  has_head_ = false;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    names_.push_back({visible(column_name(statement, i))});
    widths_.push_back(count_characters(names_.back().text));
  }
}

void BoxWriter::row(sqlite3_stmt* statement) {
  Row row;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    const int type = sqlite3_column_type(statement, i);
    row.push_back(
        {visible(cell_text(statement, i, false)), type == SQLITE_INTEGER || type == SQLITE_FLOAT});
  }
  if (has_head_) return write_row(row);
  for (std::size_t i = 0; i < row.size(); ++i) {
    widths_[i] = std::max(widths_[i], count_characters(row[i].text));
  }
  waiting_.push_back(std::move(row));
  if (waiting_.size() == kRowsForWidths) write_waiting();
}

void BoxWriter::end() {
  if (!has_head_) write_waiting();
  write_rule("└", "┴", "┘");
}

void BoxWriter::write_waiting() {
  has_head_ = true;
  write_rule("┌", "┬", "┐");
  write_row(names_);
  write_rule("├", "┼", "┤");
  for (const Row& row : std::exchange(waiting_, {})) write_row(row);
}

void BoxWriter::write_row(const Row& row) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t width = count_characters(row[i].text);
    const std::string blanks(width < widths_[i] ? widths_[i] - width : 0, ' ');
    line += "│ ";
    line += row[i].is_number ? blanks + row[i].text : row[i].text + blanks;
    line += ' ';
  }
  sink_(line + "│\n");
}

void BoxWriter::write_rule(std::string_view left, std::string_view middle, std::string_view right) {
  std::string line(left);
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    if (i != 0) line += middle;
    for (std::size_t k = 0; k < widths_[i] + 2; ++k) line += "─";
  }
  sink_(line + std::string(right) + '\n');
}

}  // namespace paje::tools
