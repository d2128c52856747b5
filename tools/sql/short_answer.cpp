#include "sql/short_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "paje/time_bounds.hpp"

namespace paje::tools {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

struct Item {
  std::string function;  // in small letters
  std::string column;    // or *
  std::string name;      // of the column of the result
};

struct Question {
  std::vector<Item> items;
  std::string table;
};

// Takes a statement apart; every step says whether what it looks for is there.
class Parser {
 public:
  explicit Parser(std::string_view sql) : sql_(sql) {}

  std::optional<Question> question() {
    Question question;
    if (!word("select")) return std::nullopt;
    do {
      Item item;
      if (!this->item(item)) return std::nullopt;
      question.items.push_back(std::move(item));
    } while (sign(','));
    if (!word("from") || !name(question.table)) return std::nullopt;
    sign(';');
    skip_blanks();
    if (at_ != sql_.size()) return std::nullopt;
    return question;
  }

 private:
  bool item(Item& item) {
    skip_blanks();
    const std::size_t begin = at_;
    if (!plain_word(item.function) || !sign('(')) return false;
    if (sign('*')) {
      item.column = "*";
    } else if (!name(item.column)) {
      return false;
    }
    if (!sign(')')) return false;
    item.name = sql_.substr(begin, at_ - begin);
    const bool has_name = word("as");
    const std::size_t before = at_;
    std::string alias;
    if (name(alias) && (has_name || lower(alias) != "from")) {
      item.name = alias;
    } else {
      at_ = before;
    }
    return true;
  }
  void skip_blanks() {
    while (at_ < sql_.size() && is_blank(sql_[at_])) ++at_;
  }
  bool sign(char c) {
    skip_blanks();
    if (at_ == sql_.size() || sql_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool plain_word(std::string& found) {
    skip_blanks();
    std::size_t end = at_;
    while (end < sql_.size() && is_letter(sql_[end])) ++end;
    if (end == at_ || std::isdigit(static_cast<unsigned char>(sql_[at_])) != 0) return false;
    found = lower(sql_.substr(at_, end - at_));
    spelled_ = sql_.substr(at_, end - at_);
    at_ = end;
    return true;
  }
  bool word(std::string_view expected) {
    const std::size_t before = at_;
    std::string found;
    if (plain_word(found) && found == expected) return true;
    at_ = before;
    return false;
  }
  // Of a column or a table, perhaps in quotes, without any inside.
  bool name(std::string& found) {
    if (!sign('"')) {
      if (!plain_word(found)) return false;
      found = spelled_;
      return true;
    }
    const std::size_t end = sql_.find('"', at_);
    if (end == std::string_view::npos || sql_.substr(end + 1, 1) == "\"") return false;
    found = sql_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }

  std::string_view sql_;
  std::size_t at_ = 0;
  std::string_view spelled_;
};

struct Table {
  std::string_view name, view;
  TypeKind kind;
};
constexpr Table kTables[] = {{"state", "states", TypeKind::state},
                             {"variable", "variables", TypeKind::variable},
                             {"event", "events", TypeKind::event},
                             {"link", "links", TypeKind::link}};

// Whether the statement walks over all rows of the table and nothing else: its name may be that of
// another one by now.
bool walks_over(sqlite3* database, std::string_view statement, std::string_view table) {
  const std::string plan = fmt::format("EXPLAIN QUERY PLAN {}", statement);
  std::string_view sql = plan;
  const Statement prepared = prepare(database, sql);
  const std::string expected = fmt::format("SCAN {} VIRTUAL TABLE", table);
  int steps = 0;
  bool is_expected = false;
  constexpr int kDetail = 3;
  while (step(database, prepared.get())) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(prepared.get(), kDetail));
    is_expected = text != nullptr && lower(text).starts_with(lower(expected));
    ++steps;
  }
  return steps == 1 && is_expected;
}

// A number that SQLite reads back with the same bits.
std::string spelled(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string in_quotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

// The value of one item, as SQL; nothing if only the rows know.
std::optional<std::string> value_of(const Trace& trace, const Item& item, TypeKind kind) {
  if (item.function == "count" && item.column == "*") {
    return fmt::format("{}", row_count(trace, kind));
  }
  const bool is_event = kind == TypeKind::event;
  const std::string column = lower(item.column);
  const bool is_least = item.function == "min" && column == (is_event ? "time" : "start");
  const bool is_greatest = item.function == "max" && column == (is_event ? "time" : "end");
  if (kind == TypeKind::link || !(is_least || is_greatest)) return std::nullopt;
  const std::optional<TimeBounds> bounds = time_bounds(trace, kind);
  if (!bounds) return std::nullopt;
  const double time = is_least ? bounds->first_start : bounds->last_end;
  // Which of 0 and -0 is found first only rows know.
  if (time == 0 && std::signbit(time)) return std::nullopt;
  if (!std::isfinite(time)) return std::nullopt;
  return spelled(time);
}

}  // namespace

std::optional<std::string> short_answer(TraceDatabase& database, std::string_view statement) {
  const std::optional<Question> question = Parser(statement).question();
  if (!question) return std::nullopt;
  const std::string name = lower(question->table);
  const auto* const table =
      std::find_if(std::begin(kTables), std::end(kTables),
                   [&](const Table& each) { return each.name == name || each.view == name; });
  if (table == std::end(kTables)) return std::nullopt;
  std::string answer = "SELECT ";
  for (const Item& item : question->items) {
    const auto value = value_of(database.facts().trace(), item, table->kind);
    if (!value) return std::nullopt;
    if (answer.back() != ' ') answer += ", ";
    answer += *value + " AS " + in_quotes(item.name);
  }
  if (!walks_over(database.connection(), statement, table->name)) return std::nullopt;
  return answer;
}

}  // namespace paje::tools
