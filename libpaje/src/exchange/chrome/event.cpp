#include "exchange/chrome/event.hpp"

#include <fmt/format.h>

#include <iterator>

namespace paje::exchange {

// Puts what the members of an event say to its place.
class ChromeParser::Members {
 public:
  Members(ChromeParser& parser, ChromeEvent& event) : parser_(parser), event_(event) {}

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
    if (key == "bp") {
      event_.is_within = parser_.kept_word(value) == "e";
      return;
    }
    parser_.losses_.add(fmt::format("member '{}' of events", key));
  }

 private:
  void read_field(std::size_t number, std::string_view value) {
    static constexpr std::string_view ChromeEvent::*kWords[] = {
        &ChromeEvent::phase,    &ChromeEvent::name,    &ChromeEvent::category,
        &ChromeEvent::process,  &ChromeEvent::thread,  &ChromeEvent::id,
        &ChromeEvent::id_scope, &ChromeEvent::bind_id, &ChromeEvent::instant_scope};
    if (number < std::size(kWords)) {
      const bool is_place = number == 3 || number == 4;
      event_.*kWords[number] = is_place ? parser_.kept_id(value) : parser_.kept_word(value);
      return;
    }
    const bool is_null = value == "null";
    switch (number) {
      case 9:
        event_.time_text = is_null ? std::string_view() : parser_.kept_word(value);
        event_.time = time("ts", value, event_.time_text);
        return;
      case 10:
        event_.duration =
            time("dur", value, is_null ? std::string_view() : parser_.kept_word(value));
        return;
      case 11:
        event_.flow_in = parser_.kept_word(value) == "true";
        return;
      case 12:
        event_.flow_out = parser_.kept_word(value) == "true";
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

  std::optional<DecimalTime> time(std::string_view key, std::string_view token,
                                  std::string_view word) {
    if (token == "null") return std::nullopt;
    const std::optional<DecimalTime> time = DecimalTime::parse(word, kMicroseconds);
    if (time) return time;
    if (!is_json_number(word)) throw BadChromeTime{token, std::string(word), std::string(key)};
    event_.far_time = token;
    return std::nullopt;
  }

  void read_id2(std::string_view value) {
    if (!value.starts_with('{')) return parser_.losses_.add("member 'id2' that is not an object");
    for_each_member(value, [&](std::string_view key, std::string_view id) {
      if (key == "\"global\"") {
        event_.global_id = parser_.kept_word(id);
      } else if (key == "\"local\"") {
        event_.local_id = parser_.kept_word(id);
      } else {
        parser_.losses_.add("members of 'id2' besides 'global' and 'local'");
      }
    });
  }

  ChromeParser& parser_;
  ChromeEvent& event_;
  uint32_t seen_ = 0;
};

ChromeEvent ChromeParser::parse(std::string_view object) {
  ChromeEvent event;
  Members members(*this, event);
  for_each_member(object, [&](std::string_view key, std::string_view value) {
    members.add(json_word(key, key_room_, repairs_), value);
  });
  return event;
}

// The same as word(), empty for null.
std::string_view ChromeParser::kept_word(std::string_view token) {
  if (token == "null") return {};
  const std::string_view read = word(token);
  return read.data() == word_room_.data() ? kept_.add(read) : read;
}

// 1, 1.0 and 1e0 are one number.
std::string_view ChromeParser::kept_id(std::string_view token) {
  const bool is_fraction = is_json_number(token) && token.find_first_of(".eE") != token.npos;
  const std::optional<double> number = is_fraction ? parse_number(token) : std::nullopt;
  return number ? kept_.add(fmt::format("{}", *number)) : kept_word(token);
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
