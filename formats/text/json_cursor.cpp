#include "formats/text/json_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace paje {

namespace {

constexpr std::size_t kMostFound = 20;
constexpr std::string_view kNoEnd = "'\"', the end of the string";

enum ByteClass : uint8_t {
  ordinary = 1,  // within a string, part of it without a further look
  after_scalar = 2,
};

constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> classes{};
  for (std::size_t c = ' '; c < 256; ++c) classes[c] = c != '"' && c != '\\' ? ordinary : 0;
  for (const unsigned char c : {' ', '\n', '\r', '\t'}) classes[c] |= after_scalar;
  for (const unsigned char c : {',', ':', '[', ']', '{', '}', '"'}) classes[c] |= after_scalar;
  return classes;
}();

bool is(char c, ByteClass wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}
bool is_ordinary(char c) { return is(c, ordinary); }
bool ends_scalar(char c) { return is(c, after_scalar); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

std::string_view why_no_value(std::string_view token) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), token) != words.end();
  };
  if (is_one_of({"NaN", "nan", "NAN", "-NaN", "-nan", "-nan(ind)", "nan(ind)", "inf", "-inf", "Inf",
                 "-Inf", "Infinity", "-Infinity", "INF", "-INF", "1.#INF", "-1.#INF", "1.#QNAN",
                 "-1.#IND"})) {
    return "a number: JSON has no NaN and no infinity, null may stand for them";
  }
  if (token.starts_with('\'')) return "a string in double quotes (\"), not in single ones";
  if (token.starts_with('/')) return "a value: JSON has no comments";
  if (is_one_of({"True", "False", "None", "undefined", "TRUE", "FALSE", "NULL"})) {
    return "true, false or null";
  }
  if (token.empty()) return "a value";
  const char first = token.front();
  if (is_digit(first) || first == '-' || first == '+' || first == '.') {
    return "a number as JSON spells it, such as -1, 0.5 or 2e6";
  }
  return "a value: a string in double quotes, a number, true, false, null, '{' or '['";
}

}  // namespace

std::string JsonCursor::found() const {
  if (at_end()) return "end of file";
  const std::string_view rest = text_.substr(at_, kMostFound);
  const auto byte = static_cast<unsigned char>(rest.front());
  if (byte < ' ' || byte == 0x7F) return fmt::format("\\x{:02x}", byte);
  if (ends_scalar(rest.front())) return std::string(rest.substr(0, 1));
  const auto* const end = std::find_if(
      rest.begin(), rest.end(), [](char c) { return ends_scalar(c) || (c >= 0 && c < ' '); });
  return std::string(rest.begin(), end);
}

void JsonCursor::fail(std::string expected) const {
  throw JsonFault{at_, found(), std::move(expected), at_end()};
}

// From one quote past the other.
void JsonCursor::string() {
  const std::size_t begin = at_++;
  while (true) {
    while (at_ < text_.size() && is_ordinary(text_[at_])) ++at_;
    if (at_end()) fail(std::string(kNoEnd));
    const char c = text_[at_];
    if (c == '"') break;
    if (c == '\\') {
      escape(begin);
    } else {
      fail(fmt::format("{}: control characters in strings are escaped, this one as \\u{:04x}",
                       kNoEnd, static_cast<unsigned char>(c)));
    }
  }
  ++at_;
}

void JsonCursor::escape(std::size_t begin) {
  if (at_ + 1 >= text_.size()) {
    at_ = text_.size();
    fail(fmt::format("{} that begins at byte {}", kNoEnd, begin));
  }
  const char c = text_[at_ + 1];
  if (std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) {
    at_ += 2;
    return;
  }
  if (c == 'u') {
    std::size_t digits = 0;
    while (digits < 4 && at_ + 2 + digits < text_.size() && is_hex(text_[at_ + 2 + digits])) {
      ++digits;
    }
    if (digits == 4) {
      at_ += 6;
      return;
    }
    if (at_ + 2 + digits == text_.size()) {
      at_ = text_.size();
      fail("four hexadecimal digits after \\u");
    }
  }
  fail("an escape that JSON has: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000; a backslash is \\\\");
}

// A number or a name that JSON has.
void JsonCursor::scalar() {
  if (at_end()) fail("a value");
  const auto* const begin = text_.data() + at_;
  const auto* const end = std::find_if(begin, text_.data() + text_.size(), ends_scalar);
  const std::string_view token(begin, static_cast<std::size_t>(end - begin));
  const bool is_cut = end == text_.data() + text_.size();
  if (is_json_number(token) || token == "true" || token == "false" || token == "null") {
    at_ += token.size();
    return;
  }
  if (is_cut && token.size() < kMostFound) {
    // The beginning of a value may be all that was written of it.
    for (const std::string_view whole : {"true", "false", "null"}) {
      if (whole.starts_with(token)) at_ = text_.size();
    }
    if (is_json_number(std::string(token) + '0')) at_ = text_.size();
  }
  fail(std::string(why_no_value(token)));
}

std::string_view JsonCursor::key() {
  const std::size_t begin = at_;
  if (!is_at('"')) {
    fail(is_at('}') ? "'\"', the name of a member: there is no comma after the last one"
                    : "'\"', the name of a member");
  }
  string();
  const std::string_view name = text_.substr(begin, at_ - begin);
  skip_blanks();
  if (!consume(':')) fail("':' after the name of a member");
  return name;
}

// The beginning of a value; true if that is all of it.
bool JsonCursor::open_or_scalar() {
  skip_blanks();
  is_after_word_ = false;
  if (is_at('"')) {
    string();
    is_after_word_ = true;
    return true;
  }
  if (consume('[')) {
    skip_blanks();
    if (consume(']')) return true;
    open_ += ']';
    return false;
  }
  if (consume('{')) {
    skip_blanks();
    if (consume('}')) return true;
    open_ += '}';
    key();
    return false;
  }
  scalar();
  return true;
}

// After a value within brackets; true if another one comes next.
bool JsonCursor::close_or_next() {
  const char close = open_.back();
  skip_blanks();
  if (consume(close)) {
    open_.pop_back();
    is_after_word_ = false;
    return false;
  }
  if (!consume(',')) {
    const bool may_be_quote = is_after_word_ && !at_end();
    fail(fmt::format(
        "',' or '{}'{}", close,
        may_be_quote ? " (is a comma missing, or a quote within a string not spelled \\\"?)" : ""));
  }
  if (close == '}') {
    skip_blanks();
    key();
  }
  return true;
}

std::string_view JsonCursor::value() {
  skip_blanks();
  const std::size_t begin = at_;
  open_.clear();
  while (true) {
    if (!open_or_scalar()) continue;
    while (!open_.empty() && !close_or_next()) {
    }
    if (open_.empty()) return text_.substr(begin, at_ - begin);
  }
}

std::string_view JsonWalk::string() {
  const std::size_t begin = at_++;
  while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
  ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view JsonWalk::value() {
  const char first = text_[at_];
  if (first == '"') return string();
  const std::size_t begin = at_;
  if (first != '{' && first != '[') {
    while (!ends_scalar(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::size_t open = 0;
  do {
    const char c = text_[at_];
    if (c == '"') {
      string();
      continue;
    }
    if (c == '{' || c == '[') ++open;
    if (c == '}' || c == ']') --open;
    ++at_;
  } while (open != 0);
  return text_.substr(begin, at_ - begin);
}

bool is_json_number(std::string_view token) {
  std::size_t at = token.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < token.size() && is_digit(token[at])) ++at;
    return at - begin;
  };
  const std::size_t whole_at = at;
  const std::size_t whole = digits();
  if (whole == 0 || (whole > 1 && token[whole_at] == '0')) return false;
  if (at < token.size() && token[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
    ++at;
    if (at < token.size() && (token[at] == '+' || token[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == token.size();
}

}  // namespace paje
