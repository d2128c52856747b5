#include "exchange/chrome/event.hpp"

#include <fmt/format.h>

#include <utility>

#include "exchange/bad_input.hpp"
#include "formats/text/json_cursor.hpp"

namespace paje::exchange {

namespace {

constexpr int kMicroseconds = -6;

}  // namespace

ChromeParser::ChromeParser(std::string name, std::string_view input, Losses& losses)
    : name_(std::move(name)), input_(input), losses_(losses) {}

// Puts what the members of an event say to its place.
class ChromeParser::Members {
 public:
  explicit Members(ChromeParser& parser) : parser_(parser), event_(parser.event_) {}

  void add(std::string_view key, std::string_view value) {
    static constexpr std::string_view kNames[] = {
        "ph", "name", "cat", "pid",     "tid",      "id",  "scope", "bind_id",
        "s",  "ts",   "dur", "flow_in", "flow_out", "id2", "args",  "user"};
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
      if (kNames[i].size() != key.size() || kNames[i].front() != key.front()) continue;
      if (kNames[i] != key) continue;
      if ((seen_ >> i & 1U) != 0) {
        parser_.losses_.add("members that an event has twice (the last one counts)");
      }
      seen_ |= 1U << i;
      return read_field(i, value);
    }
    if (key != "bp") parser_.losses_.add(fmt::format("member '{}' of events", key));
  }

 private:
  void read_field(std::size_t number, std::string_view value) {
    static constexpr std::string_view ChromeEvent::*kWords[] = {
        &ChromeEvent::phase,    &ChromeEvent::name,    &ChromeEvent::category,
        &ChromeEvent::process,  &ChromeEvent::thread,  &ChromeEvent::id,
        &ChromeEvent::id_scope, &ChromeEvent::bind_id, &ChromeEvent::instant_scope};
    if (number < std::size(kWords)) {
      event_.*kWords[number] = word(number, value);
      return;
    }
    const bool is_null = value == "null";
    switch (number) {
      case 9:
        event_.time_text = is_null ? std::string_view() : word(number, value);
        event_.time = time("ts", value, event_.time_text);
        return;
      case 10:
        event_.duration = time("dur", value, is_null ? std::string_view() : word(number, value));
        return;
      case 11:
        event_.flow_in = word(number, value) == "true";
        return;
      case 12:
        event_.flow_out = word(number, value) == "true";
        return;
      case 13:
        return read_id2(value);
      case 14:
        event_.arguments = is_null ? std::string_view() : value;
        return;
      default:
        event_.user = is_null ? std::string_view() : value;
    }
  }

  // Empty for null.
  std::string_view word(std::size_t room, std::string_view token) {
    if (token.front() == '"') {
      return json_word(token, parser_.rooms_[room], parser_.repairs_);
    }
    if (token.front() == '{' || token.front() == '[') {
      return parser_.rooms_[room] = json_compact(token, parser_.repairs_);
    }
    return token == "null" ? std::string_view() : token;
  }

  std::optional<DecimalTime> time(std::string_view key, std::string_view token,
                                  std::string_view word) {
    if (token == "null") return std::nullopt;
    const std::optional<DecimalTime> time = DecimalTime::parse(word, kMicroseconds);
    if (time) return time;
    if (!is_json_number(word)) {
      const auto at = static_cast<uint64_t>(token.data() - parser_.input_.data());
      throw bad_place(parser_.name_, parser_.input_, at, "malformed number", word,
                      fmt::format("microseconds for '{}'", key));
    }
    event_.far_time = token;
    return std::nullopt;
  }

  void read_id2(std::string_view value) {
    if (!value.starts_with('{')) return parser_.losses_.add("member 'id2' that is not an object");
    for_each_member(value, [&](std::string_view key, std::string_view id) {
      if (key == "\"global\"") {
        event_.global_id = word(13, id);
      } else if (key == "\"local\"") {
        event_.local_id = word(14, id);
      } else {
        parser_.losses_.add("members of 'id2' besides 'global' and 'local'");
      }
    });
  }

  ChromeParser& parser_;
  ChromeEvent& event_;
  uint32_t seen_ = 0;
};

const ChromeEvent& ChromeParser::parse(std::string_view object) {
  event_ = {};
  Members members(*this);
  for_each_member(object, [&](std::string_view key, std::string_view value) {
    members.add(json_word(key, argument_room_, repairs_), value);
  });
  return event_;
}

void ChromeParser::arguments(const AddArgument& add) {
  if (event_.arguments.empty()) return;
  if (!event_.arguments.starts_with('{')) return add("args", event_.arguments);
  for_each_member(event_.arguments, [&](std::string_view key, std::string_view value) {
    add(json_word(key, argument_room_, repairs_), value);
  });
}

std::string_view ChromeParser::word(std::string_view token) {
  if (token.front() == '"') return json_word(token, word_room_, repairs_);
  if (token.front() == '{' || token.front() == '[') {
    return word_room_ = json_compact(token, repairs_);
  }
  return token;
}

void ChromeParser::count_repairs() {
  losses_.add("bytes of names and words that are not valid UTF-8 (replaced by U+FFFD)",
              repairs_.bytes);
  losses_.add("halves of surrogate pairs (U+FFFD stands for them)", repairs_.surrogates);
}

}  // namespace paje::exchange
