// One event of a Chrome trace, taken from its JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/string_arena.hpp"
#include "exchange/decimal_time.hpp"
#include "exchange/losses.hpp"
#include "formats/text/json_cursor.hpp"
#include "formats/text/json_text.hpp"

namespace paje::exchange {

/// The exponent of the unit in which times are: microseconds.
inline constexpr int kMicroseconds = -6;

/// Words are valid as long as their parser; empty where there is no such member, or it is
/// null. Numbers that stand for a word (ids) are kept as they are spelled.
struct ChromeEvent {
  std::string_view phase;
  std::string_view name;
  std::string_view category;
  std::string_view process;
  std::string_view thread;
  std::string_view id;
  std::string_view global_id;
  std::string_view local_id;
  std::string_view id_scope;
  std::string_view bind_id;
  std::string_view instant_scope;
  std::string_view time_text;  ///< `ts` as it is spelled
  std::optional<DecimalTime> time;
  std::optional<DecimalTime> duration;
  std::string_view far_time;  ///< the JSON of one of the two that is a number beyond DecimalTime
  bool flow_in = false;
  bool flow_out = false;
  bool is_within = false;      ///< a flow ends in the slice around its end (`bp` is `e`)
  std::string_view arguments;  ///< the JSON of `args`
  std::string_view user;       ///< the same of `user`
};

/// A time that is not a number.
struct BadChromeTime {
  std::string_view token;  ///< a piece of the input
  std::string word;
  std::string key;  ///< the name of the member
};

/// An event that does not fit what the file says of itself. Where that is in the file takes long to
/// find out, so it is not said here.
struct UnfitChromeEvent {
  uint64_t offset;  ///< where the event begins
  std::string title;
  std::string found;
  std::string expected;
};

class ChromeParser {
 public:
  explicit ChromeParser(Losses& losses) : losses_(losses) {}

  /// `object` is a piece of the input that JsonCursor went over. Throws BadChromeTime.
  ChromeEvent parse(std::string_view object);
  /// The arguments of an event by name, add(name, token): tokens of JSON. Names are valid during
  /// the call.
  template <class AddArgument>
  void arguments(const ChromeEvent& event, const AddArgument& add) {
    if (event.arguments.empty()) return;
    if (!event.arguments.starts_with('{')) return add(std::string_view("args"), event.arguments);
    for_each_member(event.arguments, [&](std::string_view key, std::string_view value) {
      add(json_word(key, key_room_, repairs_), value);
    });
  }
  /// What a token says: a string's text, anything else as it is spelled. Valid until the next call.
  std::string_view word(std::string_view token);

  [[nodiscard]] JsonRepairs& repairs() { return repairs_; }
  /// Counts what was mended since the input began. Once, last.
  void count_repairs();

 private:
  class Members;

  std::string_view kept_word(std::string_view token);
  std::string_view kept_id(std::string_view token);

  Losses& losses_;
  JsonRepairs repairs_;
  StringArena kept_;  // words that are not spelled as they read
  std::string key_room_;
  std::string word_room_;
};

}  // namespace paje::exchange
