// One event of a Chrome trace, taken from its JSON.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "exchange/decimal_time.hpp"
#include "exchange/losses.hpp"
#include "formats/text/json_text.hpp"

namespace paje::exchange {

/// Words are valid until the next event is parsed; empty where there is no such member, or it is
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
  std::string_view arguments;  ///< the JSON of `args`
  std::string_view user;       ///< the same of `user`
};

class ChromeParser {
 public:
  ChromeParser(std::string name, std::string_view input, Losses& losses);

  /// `object` is a piece of the input that JsonCursor went over. Throws TraceError with line and
  /// column for an invalid time.
  const ChromeEvent& parse(std::string_view object);
  /// The arguments of the event parsed last, by name: tokens of JSON. Names are valid during the
  /// call.
  using AddArgument = std::function<void(std::string_view name, std::string_view token)>;
  void arguments(const AddArgument& add);
  /// What a token says: a string's text, anything else as it is spelled. Valid until the next call.
  std::string_view word(std::string_view token);

  [[nodiscard]] JsonRepairs& repairs() { return repairs_; }
  /// Counts what was mended since the input began. Once, last.
  void count_repairs();

 private:
  class Members;

  std::string name_;
  std::string_view input_;
  Losses& losses_;
  JsonRepairs repairs_;
  std::array<std::string, 16> rooms_;  // of words that are not spelled as they read
  std::string argument_room_;
  std::string word_room_;
  ChromeEvent event_;
};

}  // namespace paje::exchange
