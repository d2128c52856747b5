#include "exchange/chrome/scanner.hpp"

#include <fmt/format.h>

#include <utility>

#include "exchange/bad_input.hpp"
#include "formats/text/json_text.hpp"

namespace paje::exchange {

namespace {

// What follows a file that was cut is not part of it: a newline, or the NUL bytes of blocks
// that were never written.
std::string_view without_padding(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.substr(0, bytes.find_last_not_of(" \t\r\n\0"sv) + 1);
}

}  // namespace

ChromeScanner::ChromeScanner(std::string name, std::string_view bytes, Losses& losses)
    : name_(std::move(name)),
      bytes_(without_padding(bytes)),
      losses_(losses),
      cursor_(bytes_, bytes_.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

ChromeScanner ChromeScanner::part(uint64_t begin, uint64_t end, Losses& losses) const {
  ChromeScanner scanner(name_, bytes_.substr(0, end), losses);
  scanner.cursor_ = JsonCursor(scanner.bytes_, begin);
  scanner.events_ = 1;
  scanner.has_begun_ = scanner.in_array_ = scanner.has_events_ = true;
  scanner.is_object_ = is_object_;
  scanner.is_part_ = true;
  return scanner;
}

std::optional<uint64_t> ChromeScanner::next_element_at() {
  if (!in_array_ || is_done_) return std::nullopt;
  do cursor_.skip_blanks();
  while (cursor_.consume(','));
  if (cursor_.at_end() || cursor_.is_at(']')) return std::nullopt;
  return cursor_.at();
}

void ChromeScanner::begin() {
  has_begun_ = true;
  cursor_.skip_blanks();
  is_object_ = cursor_.consume('{');
  if (!is_object_ && !cursor_.consume('[')) {
    cursor_.fail("'[' or '{', the beginning of a Chrome trace");
  }
  in_array_ = has_events_ = !is_object_;
}

// Members of the outer object up to the array of events; false at its end.
bool ChromeScanner::find_events() {
  while (true) {
    inside_.clear();
    cursor_.skip_blanks();
    if (cursor_.consume(',')) continue;
    if (cursor_.consume('}')) return false;
    const std::string_view token = cursor_.key();
    cursor_.skip_blanks();
    if (token == "\"traceEvents\"") {
      if (!cursor_.consume('[')) cursor_.fail("'[', the array of events");
      return has_events_ = true;
    }
    std::string room;
    JsonRepairs ignored;
    const std::string_view name = json_word(token, room, ignored);
    inside_ = fmt::format("the member '{}'", name);
    inside_from_ = cursor_.at();
    const std::string_view value = cursor_.value();
    if (name == "paje" && !has_events_ && value.starts_with('{')) {
      facts_ = value;
    } else if (name != "displayTimeUnit") {
      losses_.add(fmt::format("member '{}' of the file", name));
    }
  }
}

void ChromeScanner::finish() {
  if (!has_events_) {
    throw bad_place(name_, bytes_, cursor_.at(), "not a Chrome trace", "an object without them",
                    "traceEvents");
  }
  cursor_.skip_blanks();
  if (!cursor_.at_end()) cursor_.fail("end of file");
}

// An event; nothing after an element that is not an event.
std::optional<std::string_view> ChromeScanner::next_element() {
  inside_ = "an event";
  inside_from_ = cursor_.at();
  if (!cursor_.is_at('{')) {
    const std::string_view rest = bytes_.substr(cursor_.at());
    if (!rest.starts_with("null")) cursor_.fail("'{', the beginning of an event");
    cursor_.value();
    losses_.add("elements of the array that are null");
    return std::nullopt;
  }
  const std::string_view event = cursor_.value();
  ++events_;
  return event;
}

std::optional<std::string_view> ChromeScanner::find() {
  if (!has_begun_) begin();
  while (!is_done_) {
    if (!in_array_) {
      if (is_object_ && find_events()) {
        in_array_ = true;
        continue;
      }
      is_done_ = true;
      finish();
      break;
    }
    inside_.clear();
    cursor_.skip_blanks();
    if (cursor_.at_end()) {
      end_early();
    } else if (cursor_.consume(']')) {
      in_array_ = false;
    } else if (!cursor_.consume(',')) {
      if (const auto event = next_element()) return event;
    }
  }
  return std::nullopt;
}

// What is whole is kept.
void ChromeScanner::end_early() {
  is_done_ = true;
  if (is_part_) return;
  if (!inside_.empty()) {
    const std::string title = fmt::format("the file ends inside {}", inside_);
    if (losses_.report(bad_place(name_, bytes_, inside_from_, title, "the end of the file",
                                 fmt::format("the rest of {}", inside_)))) {
      return;
    }
    losses_.note(fmt::format("{} (the one that begins at {}): what is whole before that is kept",
                             title, place_in(bytes_, inside_from_)));
  } else if (in_array_) {
    losses_.note("the array of events is not closed: its writer may not have come to the end");
  } else {
    losses_.note(
        "the object around the events is not closed: its writer may not have come to the "
        "end");
  }
}

std::optional<std::string_view> ChromeScanner::next() {
  try {
    return find();
  } catch (const JsonFault& fault) {
    const bool is_cut = fault.is_end && has_events_ && (events_ != 0 || inside_ != "an event");
    if (is_cut) {
      end_early();
      return std::nullopt;
    }
    std::string_view title = has_begun_ && cursor_.at() != 0 ? "not JSON" : "not a Chrome trace";
    if (fault.is_end && inside_ == "an event") title = "the file ends inside its first event";
    throw bad_place(name_, bytes_, fault.at, title, fault.found, fault.expected);
  }
}

}  // namespace paje::exchange
