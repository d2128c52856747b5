#include "import/table_rows.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "import/bad_input.hpp"
#include "import/text_lines.hpp"
#include "paje/event.hpp"

namespace paje::tools {

namespace {

struct Nature {
  std::string_view name;
  std::size_t columns;
};

constexpr std::array<Nature, 5> kNatures = {
    {{"Container", 6}, {"State", 7}, {"Variable", 6}, {"Event", 4}, {"Link", 9}}};
constexpr uint64_t kTellEvery = uint64_t{1} << 22U;

class LineWords {
 public:
  LineWords(std::string_view file, std::string_view line, uint64_t number)
      : file_(file), line_(line), number_(number) {}

  void split(std::size_t at, std::vector<std::string_view>& words, std::deque<std::string>& kept) {
    // The same separator in all of the line: a blank behind the comma is no part of a name, and in
    // CSV, where there is none, it is.
    const bool blanks = at + 1 < line_.size() && line_[at + 1] == ' ';
    words.clear();
    while (at < line_.size()) {
      ++at;
      if (blanks && at < line_.size() && line_[at] == ' ') ++at;
      if (at < line_.size() && line_[at] == '"') {
        words.push_back(quoted(at, kept));
      } else {
        const std::size_t end = std::min(line_.find(',', at), line_.size());
        words.push_back(line_.substr(at, end - at));
        at = end;
      }
    }
  }

 private:
  std::string_view quoted(std::size_t& at, std::deque<std::string>& kept) {
    const std::size_t begin = ++at;
    std::string* text = nullptr;
    std::size_t from = begin;
    while (true) {
      const std::size_t quote = line_.find('"', at);
      if (quote == std::string_view::npos) {
        throw bad_text_line(file_, number_, "unterminated quote", line_.substr(begin - 1),
                            "'\"' at the end of the word");
      }
      at = quote + 1;
      if (at == line_.size() || line_[at] != '"') break;
      if (text == nullptr) text = &kept.emplace_back();
      text->append(line_.substr(from, at - from));
      from = ++at;
    }
    if (at < line_.size() && line_[at] != ',') {
      throw bad_text_line(file_, number_, "text after a quoted word", line_.substr(at), "a comma");
    }
    const std::string_view rest = line_.substr(from, at - 1 - from);
    if (text == nullptr) return rest;
    text->append(rest);
    return *text;
  }

  std::string_view file_;
  std::string_view line_;
  uint64_t number_;
};

std::optional<RowNature> nature_of(std::string_view word) {
  for (std::size_t i = 0; i < kNatures.size(); ++i) {
    if (kNatures[i].name == word) return static_cast<RowNature>(i);
  }
  return std::nullopt;
}

bool is_header(const TableRow& row) {
  const std::string_view first = row.nature == RowNature::container ? "Parent" : "Container";
  return row.words.size() >= 3 && row.words[0] == first && row.words[1] == "Type" &&
         (row.words[2] == "Start" || row.words[2] == "Time");
}

}  // namespace

std::size_t columns_of(RowNature nature) {
  return kNatures[static_cast<std::size_t>(nature)].columns;
}

double TableRow::number(std::string_view file, std::size_t column) const {
  const std::optional<double> value = parse_number(words[column]);
  if (!value || *value != *value) {
    throw bad_text_line(file, line, "malformed number", words[column],
                        fmt::format("a number in column {}", column + 2));
  }
  return *value;
}

void for_each_row(std::string_view file, std::string_view bytes,
                  const std::function<bool(RowNature)>& wanted,
                  const std::function<void(const TableRow&)>& take,
                  const std::function<void(uint64_t)>& tell) {
  TableRow row;
  std::deque<std::string> kept;
  uint64_t tell_at = kTellEvery;
  TextLines lines(bytes);
  while (const auto next = lines.next()) {
    const std::string_view line = *next;
    row.line = lines.number();
    if (!lines.is_whole()) {
      // A name may be cut without looking so.
      throw bad_text_line(file, row.line, "the table ends within a line", line,
                          "a newline behind it");
    }
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.front() == '#') continue;
    const std::size_t comma = line.find(',');
    const std::optional<RowNature> nature = nature_of(line.substr(0, comma));
    if (!nature || comma == std::string_view::npos) {
      throw bad_text_line(file, row.line, "not a row of a table", line,
                          "Container, State, Variable, Event or Link, and a comma");
    }
    if (!wanted(*nature)) continue;
    row.nature = *nature;
    kept.clear();
    LineWords(file, line, row.line).split(comma, row.words, kept);
    if (is_header(row)) continue;
    if (row.words.size() < columns_of(*nature)) {
      throw bad_text_line(file, row.line, "too few columns",
                          fmt::format("{} columns", row.words.size() + 1),
                          fmt::format("{}", columns_of(*nature) + 1));
    }
    take(row);
    if (tell && lines.position() >= tell_at) {
      tell(lines.position());
      tell_at = lines.position() + kTellEvery;
    }
  }
}

}  // namespace paje::tools
