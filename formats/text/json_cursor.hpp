// JSON as written in a file: a cursor that goes over values and holds them to the grammar (RFC
// 8259). No recursion, one look at each byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace paje {

/// Where JSON is wrong: a byte, what is there, and what should.
struct JsonFault {
  std::size_t at;
  std::string found;
  std::string expected;
  bool is_end;  ///< the text ends there: what came before is right
};

class JsonCursor {
 public:
  /// `text` stays.
  explicit JsonCursor(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  /// Whether the next byte is that one.
  [[nodiscard]] bool is_at(char c) const { return !at_end() && text_[at_] == c; }
  void skip_blanks() {
    while (is_at(' ') || is_at('\n') || is_at('\r') || is_at('\t')) ++at_;
  }
  /// Goes past the next byte, if it is `c`.
  bool consume(char c) {
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }
  void go_to(std::size_t at) { at_ = at; }

  /// Goes past a value and returns its bytes. Strings may hold bytes that are not valid UTF-8.
  /// Throws JsonFault.
  std::string_view value();
  /// Goes past the name of a member and its colon; the name with its quotes.
  std::string_view key();
  [[noreturn]] void fail(std::string expected) const;

 private:
  void string();
  void escape(std::size_t begin);
  void scalar();
  bool open_or_scalar();
  bool close_or_next();
  [[nodiscard]] std::string found() const;

  std::string_view text_;
  std::size_t at_;
  std::string open_;            // the brackets that are to come
  bool is_after_word_ = false;  // a string ended right before
};

bool is_json_number(std::string_view token);

/// Goes over JSON that JsonCursor went over before: it looks for ends, not for faults.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view text) : text_(text) {}

  void skip_blanks() {
    while (is_blank(text_[at_])) ++at_;
  }
  bool consume(char c) {
    if (text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string_view string();
  std::string_view value();

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Calls consume(name with its quotes, value) for each member of an object that JsonCursor went
/// over.
template <class Visit>
void for_each_member(std::string_view object, Visit&& consume) {
  JsonWalk walk(object);
  walk.consume('{');
  walk.skip_blanks();
  while (!walk.consume('}')) {
    const std::string_view key = walk.string();
    walk.skip_blanks();
    walk.consume(':');
    walk.skip_blanks();
    consume(key, walk.value());
    walk.skip_blanks();
    if (walk.consume(',')) walk.skip_blanks();
  }
}

}  // namespace paje
