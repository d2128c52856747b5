// One event of a Chrome trace, taken from its JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "import/decimal_time.hpp"
#include "import/losses.hpp"

namespace paje::tools {

/// Words are valid until the next event is parsed; empty where there is no such member. Numbers
/// that stand for a word (ids) are kept as they are spelled.
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
  bool flow_in = false;
  bool flow_out = false;
  std::string_view arguments;  ///< the JSON of `args`, if that is an object
  std::string_view user;       ///< the same of `user`
};

class ChromeParser {
 public:
  /// `input` ends where no more bytes may be read.
  ChromeParser(std::string name, std::string_view input, Losses& losses);
  ~ChromeParser();

  /// Throws BadTrace with the event's byte for what is no JSON, or no event.
  const ChromeEvent& parse(std::string_view object);
  /// The arguments of the event parsed last, by name. Words are valid during the call; no number is
  /// handed over for what is none.
  using TakeArgument = std::function<void(std::string_view name, std::string_view word,
                                          std::optional<double> number)>;
  void arguments(const TakeArgument& take);

 private:
  struct Parsers;

  std::string name_;
  std::string_view input_;
  Losses& losses_;
  std::unique_ptr<Parsers> parsers_;
  std::string padded_;  // the last event, if the input ends right behind it
  uint64_t offset_ = 0;
  ChromeEvent event_;
};

}  // namespace paje::tools
