#include "sql/short_question.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>

namespace paje::tools {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Takes a statement apart; every step says whether what it looks for is there.
class Parser {
 public:
  explicit Parser(std::string_view sql) : sql_(sql) {}

  std::optional<Question> question() {
    Question question;
    if (!word("select")) return std::nullopt;
    do {
      Question::Item item;
      if (!this->item(item)) return std::nullopt;
      question.items.push_back(std::move(item));
    } while (sign(','));
    if (!word("from") || !name(question.table)) return std::nullopt;
    if (!table_alias(question)) return std::nullopt;
    if (word("where") && !conditions(question)) return std::nullopt;
    if (word("group") && !(word("by") && keys(question))) return std::nullopt;
    if (word("order") && !(word("by") && orders(question))) return std::nullopt;
    if (word("limit") && !number(question.limit)) return std::nullopt;
    sign(';');
    skip_blanks();
    if (at_ != sql_.size()) return std::nullopt;
    const bool is_named =
        std::all_of(qualifiers_.begin(), qualifiers_.end(), [&](const auto& name) {
          return name == (question.table_alias.empty() ? question.table : question.table_alias);
        });
    return is_named ? std::optional(question) : std::nullopt;
  }

 private:
  bool table_alias(Question& question) {
    if (word("as")) return name(question.table_alias);
    const std::size_t before = at_;
    const bool is_quoted = at('"');
    constexpr std::string_view kNext[] = {"where", "group", "order", "limit"};
    if (name(question.table_alias) &&
        (is_quoted ||
         std::find(std::begin(kNext), std::end(kNext), question.table_alias) == std::end(kNext))) {
      return true;
    }
    question.table_alias.clear();
    at_ = before;
    return true;
  }
  bool conditions(Question& question) {
    do {
      Condition condition;
      if (!difference_or_column(condition.column)) return false;
      if (word("between")) {
        condition.sign = ">=";
        if (!literal(condition.literal) || !word("and")) return false;
        question.conditions.push_back(condition);
        condition.sign = "<=";
      } else if (!comparison(condition.sign)) {
        return false;
      }
      if (!literal(condition.literal)) return false;
      question.conditions.push_back(std::move(condition));
    } while (word("and"));
    return true;
  }
  bool comparison(std::string& found) {
    for (const std::string_view pattern : {"like", "glob"}) {
      if (!word(pattern)) continue;
      found = pattern;
      return true;
    }
    skip_blanks();
    for (const std::string_view one : {"<=", ">=", "==", "<", ">", "="}) {
      if (sql_.substr(at_, one.size()) != one) continue;
      at_ += one.size();
      found = one == "==" ? "=" : one;
      return true;
    }
    return false;
  }
  // What SQLite takes it for is its own business.
  bool literal(std::string& found) {
    skip_blanks();
    std::size_t end = at_;
    if (at('\'')) {
      end = sql_.find('\'', at_ + 1);
      // A quote inside would be written twice.
      if (end == std::string_view::npos || sql_.substr(end + 1, 1) == "'") return false;
      ++end;
    } else {
      if (end < sql_.size() && (sql_[end] == '-' || sql_[end] == '+')) ++end;
      const std::size_t first = end;
      while (end < sql_.size() && (is_letter(sql_[end]) || sql_[end] == '.' ||
                                   ((sql_[end] == '-' || sql_[end] == '+') &&
                                    (sql_[end - 1] == 'e' || sql_[end - 1] == 'E')))) {
        ++end;
      }
      if (end == first || !(is_digit(sql_[first]) || sql_[first] == '.')) return false;
    }
    found = sql_.substr(at_, end - at_);
    at_ = end;
    return true;
  }
  bool item(Question::Item& item) {
    if (!expression(item.what)) return false;
    const bool has_name = word("as");
    const std::size_t before = at_;
    if (name(item.alias) && (has_name || item.alias != "from")) return true;
    item.alias.clear();
    at_ = before;
    return !has_name;
  }
  bool expression(Expression& found) {
    std::string first;
    const bool is_quoted = at('"');
    if (!column(first)) return false;
    if (is_quoted || !sign('(')) {
      found = {{}, first};
      return true;
    }
    found.function = first;
    if (sign('*')) {
      found.column = "*";
      return sign(')');
    }
    return difference_or_column(found.column) && sign(')');
  }
  bool difference_or_column(std::string& found) {
    if (!column(found)) return false;
    std::string subtracted;
    if (sign('-')) {
      if (found != "end" || !column(subtracted) || subtracted != "start") return false;
      found = "duration";
    }
    return true;
  }
  // Perhaps after the name of its table, which is checked once that is known.
  bool column(std::string& found) {
    if (!name(found)) return false;
    if (sql_.substr(at_, 1) != ".") return true;
    ++at_;
    qualifiers_.push_back(std::move(found));
    return name(found);
  }
  bool keys(Question& question) {
    do {
      std::string key, digits;
      if (number(digits)) {
        const auto item = item_at(digits, question.items);
        if (!item || !question.items[*item].what.function.empty()) return false;
        key = question.items[*item].what.column;
      } else if (!column(key)) {
        return false;
      }
      question.keys.push_back(std::move(key));
    } while (sign(','));
    return true;
  }
  bool orders(Question& question) {
    do {
      const auto found = ordered_item(question.items);
      if (!found) return false;
      const bool is_falling = word("desc");
      if (!is_falling) word("asc");
      question.orders.push_back({*found, is_falling});
    } while (sign(','));
    return true;
  }
  static std::optional<std::size_t> item_at(const std::string& digits,
                                            const std::vector<Question::Item>& items) {
    std::size_t place = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), place);
    if (place == 0 || place > items.size()) return std::nullopt;
    return place - 1;
  }
  // By its number, its alias or what it is.
  std::optional<std::size_t> ordered_item(const std::vector<Question::Item>& items) {
    std::string digits;
    if (number(digits)) return item_at(digits, items);
    Expression what;
    if (!expression(what)) return std::nullopt;
    const auto index_of = [&](const auto& matches) -> std::optional<std::size_t> {
      const auto found = std::find_if(items.begin(), items.end(), matches);
      if (found == items.end()) return std::nullopt;
      return static_cast<std::size_t>(found - items.begin());
    };
    if (what.function.empty()) {
      const auto named = index_of([&](const auto& item) { return item.alias == what.column; });
      if (named) return named;
    }
    return index_of([&](const auto& item) { return item.what == what; });
  }

  void skip_blanks() {
    while (at_ < sql_.size() && is_blank(sql_[at_])) ++at_;
  }
  bool at(char c) {
    skip_blanks();
    return at_ != sql_.size() && sql_[at_] == c;
  }
  bool sign(char c) {
    if (!at(c)) return false;
    ++at_;
    return true;
  }
  bool number(std::string& digits) {
    skip_blanks();
    constexpr std::size_t kMostDigits = 9;
    std::size_t end = at_;
    while (end < sql_.size() && is_digit(sql_[end])) ++end;
    if (end == at_ || end - at_ > kMostDigits) return false;
    if (end < sql_.size() && (is_letter(sql_[end]) || sql_[end] == '.')) return false;
    digits = sql_.substr(at_, end - at_);
    at_ = end;
    return true;
  }
  bool plain_word(std::string& found) {
    skip_blanks();
    std::size_t end = at_;
    while (end < sql_.size() && is_letter(sql_[end])) ++end;
    if (end == at_ || is_digit(sql_[at_])) return false;
    found = lower(sql_.substr(at_, end - at_));
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
    if (!sign('"')) return plain_word(found);
    const std::size_t end = sql_.find('"', at_);
    if (end == std::string_view::npos || sql_.substr(end + 1, 1) == "\"") return false;
    found = lower(sql_.substr(at_, end - at_));
    at_ = end + 1;
    return true;
  }

  std::string_view sql_;
  std::size_t at_ = 0;
  std::vector<std::string> qualifiers_;
};

}  // namespace

std::optional<Question> short_question(std::string_view sql) { return Parser(sql).question(); }

}  // namespace paje::tools
