#include "energy/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "common/tool.hpp"
#include "energy/names.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

std::string read_file(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw std::system_error(EISDIR, std::generic_category(), one_line(path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), one_line(path));
  add_input_file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) throw std::system_error(EIO, std::generic_category(), one_line(path));
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// Goes over rows; in quotes a field may hold commas, ends of lines, and quotes that are doubled.
class Rows {
 public:
  Rows(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] uint64_t line() const { return line_; }
  std::vector<std::string> next() {
    std::vector<std::string> fields;
    while (true) {
      fields.push_back(field());
      if (at_end()) return fields;
      const char end = text_[at_++];
      if (end == ',') continue;
      ++line_;
      return fields;
    }
  }

 private:
  std::string field() {
    while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (!at_end() && text_[at_] == '"') return quoted();
    const std::size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
    std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    if (word.ends_with('\r')) word.remove_suffix(1);
    return std::string(trimmed(word));
  }
  std::string quoted() {
    const uint64_t begin = line_;
    std::string word;
    for (++at_; !at_end(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '"') {
        if (text_.substr(at_ + 1, 1) != "\"") break;
        ++at_;
      }
      word += text_[at_];
    }
    if (at_end()) fail(begin, "a quote is not closed");
    ++at_;
    const std::size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
    std::string_view rest = text_.substr(at_, end - at_);
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    if (!trimmed(rest).empty()) fail(line_, "text after a quote");
    at_ = end;
    return word;
  }
  [[noreturn]] void fail(uint64_t line, std::string_view what) const {
    throw std::runtime_error(fmt::format("{}:{}: {}", visible(name_), line, what));
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  uint64_t line_ = 1;
};

}  // namespace

CsvTable::CsvTable(const std::string& path) : name_(path) {
  const std::string text = read_file(path);
  Rows rows(text, name_);
  while (!rows.at_end()) {
    Row row{rows.line(), rows.next()};
    if (row.fields.size() == 1 && row.fields[0].empty()) continue;  // an empty line
    if (columns_.empty()) {
      columns_ = std::move(row.fields);
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (*find(columns_[i]) != i) {
          throw std::runtime_error(fmt::format("{}:{}: two columns are called '{}'", visible(name_),
                                               row.line, visible(columns_[i])));
        }
      }
    } else if (row.fields.size() != columns_.size()) {
      throw std::runtime_error(
          fmt::format("{}:{}: found {} fields, expected {} as in the first line", visible(name_),
                      row.line, row.fields.size(), columns_.size()));
    } else {
      rows_.push_back(std::move(row));
    }
  }
  if (columns_.empty()) {
    throw std::runtime_error(fmt::format("{}: is empty, not a table", visible(name_)));
  }
}

std::optional<std::size_t> CsvTable::find(std::string_view column) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (is_same_name(trimmed(columns_[i]), trimmed(column))) return i;
  }
  return {};
}

std::size_t CsvTable::at(std::string_view column) const {
  if (const auto found = find(column)) return *found;
  std::string names;
  for (const std::string& name : columns_) {
    names += (names.empty() ? "" : ", ") + one_line(name);
    if (names.size() > 200) {
      names += ", ...";
      break;
    }
  }
  throw std::runtime_error(fmt::format("{}: has no column '{}'; its columns are {}", visible(name_),
                                       visible(column), names));
}

double CsvTable::number(std::size_t row, std::size_t column) const {
  std::string_view word = trimmed(rows_[row].fields[column]);
  double number = 0;
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto end = word.data() + word.size();
  const auto result = std::from_chars(word.data(), end, number);
  if (word.empty() || result.ec != std::errc() || result.ptr != end) {
    throw std::runtime_error(fmt::format("{}: {}: found '{}', expected a number", place(row),
                                         visible(columns_[column]),
                                         one_line(rows_[row].fields[column])));
  }
  return number;
}

std::string CsvTable::place(std::size_t row) const {
  return fmt::format("{}:{}", visible(name_), rows_[row].line);
}

}  // namespace paje::tools
