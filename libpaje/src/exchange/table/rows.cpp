#include "exchange/table/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "exchange/bad_input.hpp"
#include "exchange/text_lines.hpp"
#include "paje/event.hpp"

namespace paje::exchange {

namespace {

constexpr uint64_t kReportEvery = uint64_t{1} << 22U;

class LineWords {
 public:
  LineWords(std::string_view file, std::string_view line, uint64_t number)
      : file_(file), line_(line), number_(number) {}

  // `quoted`, if there is one, says which are in quotes.
  void split(std::vector<std::string_view>& words, std::deque<std::string>& kept,
             std::vector<bool>* quoted = nullptr) {
    words.clear();
    is_quoted_ = quoted;
    if (is_quoted_ != nullptr) is_quoted_->clear();
    std::size_t at = 0;
    read(at, words, kept);
    // The same separator in all of the line: a blank after the comma is not part of a name, and in
    // CSV, where there is none, it is.
    const bool blanks = at + 1 < line_.size() && line_[at + 1] == ' ';
    while (at < line_.size()) {
      ++at;
      if (blanks && at < line_.size() && line_[at] == ' ') ++at;
      read(at, words, kept);
    }
  }

 private:
  void read(std::size_t& at, std::vector<std::string_view>& words, std::deque<std::string>& kept) {
    const bool is_quoted = at < line_.size() && line_[at] == '"';
    if (is_quoted_ != nullptr) is_quoted_->push_back(is_quoted);
    if (is_quoted) {
      words.push_back(quoted(at, kept));
      return;
    }
    const std::size_t end = std::min(line_.find(',', at), line_.size());
    words.push_back(line_.substr(at, end - at));
    at = end;
  }

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
  std::vector<bool>* is_quoted_ = nullptr;
};

constexpr std::string_view kNotAvailable = "NA";

// The fields of a table whose words are numbers, as far as they are there. R writes NA for one that
// is missing, without quotes.
class NumberFields {
 public:
  void add(RowNature nature, const std::string& name, std::string_view word, bool is_quoted) {
    if (word == kNotAvailable && !is_quoted) return;
    Words& words = fields_[{nature, name}];
    const bool is_number = !is_quoted && parse_number(word).has_value();
    (is_number ? words.has_numbers : words.has_others) = true;
  }
  [[nodiscard]] bool contains(RowNature nature, const std::string& name) const {
    const auto found = fields_.find({nature, name});
    return found != fields_.end() && found->second.has_numbers && !found->second.has_others;
  }

 private:
  struct Words {
    bool has_numbers = false, has_others = false;
  };
  std::map<std::pair<RowNature, std::string>, Words> fields_;
};

// What a line holds, as far as the lines above say.
class Reader {
 public:
  explicit Reader(std::string_view file) { row_.file = file; }

  /// Only looks which fields are numbers.
  void learn(NumberFields& fields) { learnt_ = &fields; }
  /// Those in which NA is no word.
  void set_number_fields(const NumberFields& fields) { number_fields_ = &fields; }

  // Nothing for a line that is not a row.
  const TableRow* read(std::string_view line, uint64_t number,
                       const std::function<bool(RowNature)>& wanted) {
    row_.line = number;
    if (line.find_first_not_of(" \t") == std::string_view::npos) return nullptr;
    const bool has_nature = !header_ || !header_->nature();
    if (line.front() == '#' && has_nature) return nullptr;
    // Most of what is not wanted is seen by its first word.
    if (has_nature) {
      const std::optional<RowNature> nature = nature_of(line.substr(0, line.find(',')));
      if (nature && !wanted(*nature)) return nullptr;
    } else if (!wanted(*header_->nature()) && !may_be_header(line)) {
      return nullptr;
    }
    kept_.clear();
    LineWords(row_.file, line, number).split(words_, kept_, &is_quoted_);
    if (may_be_header(line)) {
      if (auto header = TableHeader::parse(words_)) {
        read_header(std::move(*header));
        return nullptr;
      }
    }
    return read_row(line, wanted);
  }

 private:
  // The first column of a header is called so, or by a nature.
  static bool may_be_header(std::string_view line) {
    if (line.starts_with('"')) line.remove_prefix(1);
    const std::string_view first = line.substr(0, line.find_first_of(",\""));
    constexpr std::array<std::string_view, 7> kFirsts = {"Nature", "container",  "name", "id",
                                                         "Parent", "ResourceId", "Name"};
    return nature_of(first) || std::find(kFirsts.begin(), kFirsts.end(), first) != kFirsts.end();
  }

  // One for rows of one nature leaves the others theirs.
  void read_header(TableHeader header) {
    if (header.only()) {
      columns_[static_cast<std::size_t>(*header.only())] = header.columns(*header.only());
      return;
    }
    header_ = std::move(header);
    columns_ = {};
  }

  const TableRow* read_row(std::string_view line, const std::function<bool(RowNature)>& wanted) {
    const std::optional<RowNature> nature =
        header_ && header_->nature() ? header_->nature() : nature_of(words_.front());
    if (!nature || words_.size() < 2) {
      throw bad_text_line(row_.file, row_.line, "not a row of a table", line,
                          "Container, State, Variable, Event or Link, and a comma");
    }
    if (!wanted(*nature)) return nullptr;
    row_.nature = *nature;
    fill(columns_of_rows(*nature));
    return &row_;
  }

  const TableColumns& columns_of_rows(RowNature nature) {
    std::optional<TableColumns>& columns = columns_[static_cast<std::size_t>(nature)];
    if (!columns) columns = header_ ? header_->columns(nature) : default_columns(nature);
    return *columns;
  }

  void fill(const TableColumns& columns) {
    row_.count = words_.size();
    row_.expected_count = columns.count;
    row_.is_exact = header_ && header_->nature().has_value();
    row_.words.clear();
    for (const std::size_t place : columns.places) {
      if (place >= words_.size()) {
        throw bad_text_line(row_.file, row_.line, "too few columns",
                            fmt::format("{} columns", words_.size()),
                            fmt::format("{}", std::max(place + 1, columns.places.size() + 1)));
      }
      row_.words.push_back(words_[place]);
    }
    for (std::size_t i = 0; i < columns.paths.size(); ++i) {
      const std::size_t place = columns.paths[i];
      row_.paths[i] = place < words_.size() ? std::optional(words_[place]) : std::nullopt;
    }
    row_.fields.clear();
    for (const auto& [place, name] : columns.fields) {
      if (place >= words_.size() || words_[place].empty()) continue;
      if (learnt_ != nullptr) {
        learnt_->add(row_.nature, name, words_[place], is_quoted_[place]);
      } else if (!is_missing(name, place)) {
        row_.fields.emplace_back(name, words_[place]);
      }
    }
  }

  [[nodiscard]] bool is_missing(const std::string& name, std::size_t place) const {
    return number_fields_ != nullptr && words_[place] == kNotAvailable && !is_quoted_[place] &&
           number_fields_->contains(row_.nature, name);
  }

  TableRow row_;
  std::optional<TableHeader> header_;
  std::array<std::optional<TableColumns>, 5> columns_;
  std::vector<std::string_view> words_;
  std::vector<bool> is_quoted_;  // by word
  std::deque<std::string> kept_;
  NumberFields* learnt_ = nullptr;
  const NumberFields* number_fields_ = nullptr;
};

// Of a table that has NA anywhere: few have it, and only these are read once more.
NumberFields number_fields_of(std::string_view file, std::string_view bytes) {
  NumberFields fields;
  const auto is_word = [&](std::size_t at) {
    const std::size_t end = at + kNotAvailable.size();
    const bool begins = at > 0 && (bytes[at - 1] == ',' || bytes[at - 1] == ' ');
    return begins && (end == bytes.size() || bytes.substr(end, 1).find_first_of(",\r\n") == 0);
  };
  std::size_t at = bytes.find(kNotAvailable);
  while (at != std::string_view::npos && !is_word(at)) at = bytes.find(kNotAvailable, at + 1);
  if (at == std::string_view::npos) return fields;
  Reader reader(file);
  reader.learn(fields);
  TextLines lines(bytes);
  try {
    while (const auto line = lines.next()) {
      reader.read(*line, lines.number(), [](RowNature) { return true; });
    }
  } catch (const TraceError&) {
    return fields;  // reading the rows reports it
  }
  return fields;
}

}  // namespace

double TableRow::number(std::size_t column) const {
  const double value = value_number(column);
  if (std::isnan(value)) {
    throw bad("malformed number", words[column], fmt::format("a number in column {}", column + 2));
  }
  return value;
}

double TableRow::value_number(std::size_t column) const {
  // SQL writes nothing for NaN.
  if (is_exact && words[column].empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::optional<double> value = parse_number(words[column]);
  if (!value) {
    throw bad("malformed number", words[column], fmt::format("a number in column {}", column + 2));
  }
  return *value;
}

TraceError TableRow::bad(std::string_view title, std::string_view found,
                         std::string expected) const {
  if (is_wide()) {
    expected += fmt::format(
        " (the row has {} columns and not {}: if names have commas, pj_dump --quotes=csv writes "
        "them "
        "so that they come back)",
        count, expected_count);
  }
  return bad_text_line(file, line, title, found, expected);
}

namespace {

// Those of a line; none if it is no line of a table.
std::vector<std::string_view> split_line(std::string_view line, std::deque<std::string>& kept) {
  std::vector<std::string_view> words;
  try {
    LineWords("", line, 1).split(words, kept);
  } catch (const TraceError&) {
    words.clear();
  }
  return words;
}

}  // namespace

std::optional<TableHeader> header_of_line(std::string_view line) {
  std::deque<std::string> kept;
  const std::vector<std::string_view> words = split_line(line, kept);
  if (words.empty()) return std::nullopt;
  return TableHeader::parse(words);
}

std::string missing_columns_of_line(std::string_view line) {
  std::deque<std::string> kept;
  return missing_columns(split_line(line, kept));
}

void for_each_row(const ImportSource& source, const std::function<bool(RowNature)>& wanted,
                  const std::function<void(const TableRow&)>& read,
                  const std::function<void(uint64_t)>& report) {
  uint64_t report_at = kReportEvery;
  uint64_t before = 0;  // bytes of the files above
  const auto read_file = [&](const std::string& file, std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const NumberFields number_fields = number_fields_of(file, bytes);
    Reader reader(file);
    reader.set_number_fields(number_fields);
    TextLines lines(bytes);
    while (const auto line = lines.next()) {
      if (!lines.is_whole()) {
        // A name may be cut without looking so.
        throw bad_text_line(file, lines.number(), "the table ends within a line", *line,
                            "a newline after it");
      }
      if (const TableRow* const row = reader.read(*line, lines.number(), wanted)) read(*row);
      if (report && before + lines.position() >= report_at) {
        report(before + lines.position());
        report_at = before + lines.position() + kReportEvery;
      }
    }
    before += bytes.size();
  };
  if (source.parts.empty()) return read_file(source.name, source.bytes);
  for (const ImportSource::Part& part : source.parts) read_file(part.name, part.bytes);
}

}  // namespace paje::exchange
