#include "import/chrome_scanner.hpp"

#include <fmt/format.h>

#include <utility>

#include "import/bad_input.hpp"

namespace paje::tools {

ChromeScanner::ChromeScanner(std::string name, std::string_view bytes, Losses& losses)
    : name_(std::move(name)), bytes_(bytes), losses_(losses) {
  if (bytes_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

void ChromeScanner::fail(std::string_view expected) const {
  const std::string_view found = at_end() ? "end of file" : bytes_.substr(at_, 1);
  throw bad_byte(name_, at_, "not a Chrome trace", found, expected);
}

void ChromeScanner::skip_blanks() {
  while (!at_end() && (bytes_[at_] == ' ' || bytes_[at_] == '\n' || bytes_[at_] == '\r' ||
                       bytes_[at_] == '\t')) {
    ++at_;
  }
}

// From one quote to behind the other.
void ChromeScanner::skip_string() {
  const std::size_t begin = at_;
  for (++at_; !at_end(); ++at_) {
    if (bytes_[at_] == '\\') {
      if (++at_ == bytes_.size()) break;
    } else if (bytes_[at_] == '"') {
      ++at_;
      return;
    }
  }
  fail(fmt::format("'\"', the end of the string that begins at byte {}", begin));
}

// An object or an array; a count of brackets, so any depth will do.
std::string_view ChromeScanner::skip_nested() {
  const std::size_t begin = at_;
  std::size_t depth = 0;
  while (!at_end()) {
    const char c = bytes_[at_];
    if (c == '"') {
      skip_string();
      continue;
    }
    ++at_;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return bytes_.substr(begin, at_ - begin);
  }
  fail(fmt::format("'{}', the end of what begins at byte {}", bytes_[begin] == '{' ? '}' : ']',
                   begin));
}

std::string_view ChromeScanner::skip_value() {
  const std::size_t begin = at_;
  if (at_end()) fail("a value");
  if (bytes_[at_] == '{' || bytes_[at_] == '[') return skip_nested();
  if (bytes_[at_] == '"') {
    skip_string();
  } else {
    at_ = std::min(bytes_.find_first_of(" \t\r\n,]}", at_), bytes_.size());
    if (at_ == begin) fail("a value");
  }
  return bytes_.substr(begin, at_ - begin);
}

std::string_view ChromeScanner::key() {
  if (at_end() || bytes_[at_] != '"') fail("'\"', the name of a member");
  const std::size_t begin = at_ + 1;
  skip_string();
  const std::string_view name = bytes_.substr(begin, at_ - begin - 1);
  skip_blanks();
  if (at_end() || bytes_[at_] != ':') fail("':' behind the name of a member");
  ++at_;
  skip_blanks();
  return name;
}

void ChromeScanner::begin() {
  has_begun_ = true;
  skip_blanks();
  if (at_end() || (bytes_[at_] != '[' && bytes_[at_] != '{')) {
    fail("'[' or '{', the beginning of a Chrome trace");
  }
  is_object_ = bytes_[at_++] == '{';
  in_array_ = has_events_ = !is_object_;
}

// Members of the outer object up to the array of events; false at its end.
bool ChromeScanner::find_events() {
  while (true) {
    skip_blanks();
    if (!at_end() && bytes_[at_] == ',') {
      ++at_;
      continue;
    }
    if (!at_end() && bytes_[at_] == '}') {
      ++at_;
      return false;
    }
    const std::string_view name = key();
    if (name == "traceEvents") {
      if (at_end() || bytes_[at_] != '[') fail("'[', the array of events");
      ++at_;
      return has_events_ = true;
    }
    const std::string_view value = skip_value();
    if (name == "paje" && !has_events_ && value.starts_with('{')) {
      facts_ = value;
    } else if (name != "displayTimeUnit") {
      losses_.add(fmt::format("member '{}' of the file", name));
    }
  }
}

void ChromeScanner::finish() {
  if (!has_events_) {
    throw bad_byte(name_, at_, "not a Chrome trace", "an object without them", "traceEvents");
  }
  skip_blanks();
  if (!at_end()) fail("end of file");
}

std::optional<std::string_view> ChromeScanner::next() {
  if (!has_begun_) begin();
  while (true) {
    if (!in_array_) {
      if (!is_object_ || !find_events()) {
        finish();
        return std::nullopt;
      }
      in_array_ = true;
    }
    skip_blanks();
    if (at_end()) {
      if (is_object_) fail("']', the end of the array of events");
      losses_.note("the array of events is not closed: its writer may not have come to the end");
      return std::nullopt;
    }
    switch (bytes_[at_]) {
      case '{':
        return skip_nested();
      case ',':
        ++at_;
        break;
      case ']':
        ++at_;
        in_array_ = false;
        break;
      default:
        fail("'{', the beginning of an event");
    }
  }
}

}  // namespace paje::tools
