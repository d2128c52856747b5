// Events of Chrome that are read in one go: what the reader of any JSON makes of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "exchange/chrome/event.hpp"
#include "exchange/chrome/usual_event.hpp"
#include "formats/text/json_cursor.hpp"

namespace paje::exchange {
namespace {

std::string number(const std::optional<DecimalTime>& time) {
  return time ? fmt::format("{:.17g}", time->seconds()) : "none";
}

std::string written(const ChromeEvent& event) {
  std::string text;
  for (const std::string_view word :
       {event.phase, event.name, event.category, event.process, event.thread, event.id,
        event.global_id, event.local_id, event.id_scope, event.bind_id, event.instant_scope,
        event.time_text, event.far_time, event.arguments, event.user}) {
    text += fmt::format("<{}>", word);
  }
  return text + number(event.time) + ' ' + number(event.duration) +
         fmt::format("{}{}", event.flow_in, event.flow_out);
}

// Mostly events that are read in one go, and much that nearly is.
class RandomEvent {
 public:
  explicit RandomEvent(uint64_t seed) : random_(seed) {}

  uint64_t below(uint64_t count) { return random_() % count; }

  std::string make() {
    std::string text = "{" + blanks();
    for (uint64_t i = 1 + below(8); i > 0; --i) {
      text += '"' + key() + '"' + blanks() + ':' + blanks() + value() + blanks();
      if (i > 1) text += "," + blanks();
    }
    text += "}";
    if (below(6) == 0) text[below(text.size())] = "{}[],:\"\\x1 .e-"[below(14)];
    return text;
  }

 private:
  std::string blanks() { return std::string(below(10) == 0 ? below(3) : 0, " \n\t\r"[below(4)]); }

  std::string key() {
    static constexpr const char* kNames[] = {"ph",   "ts", "dur", "pid",   "tid",     "cat", "name",
                                             "args", "id", "bp",  "scope", "bind_id", "s"};
    static constexpr const char* kOthers[] = {"user", "id2",  "flow_in", "flow_out",
                                              "p",    "pidd", "a b",     ""};
    return below(30) == 0 ? kOthers[below(8)] : kNames[below(13)];
  }

  std::string word() {
    if (below(30) == 0) {
      static constexpr const char* kOdd[] = {"\\n", "\\u00e9", "\xC3\xA9", "\xFF", "\x01", "\\"};
      return fmt::format("\"a{}b\"", kOdd[below(6)]);
    }
    return fmt::format("\"{}\"", std::string(below(40), static_cast<char>('#' + below(50))));
  }

  std::string digits() {
    static constexpr const char* kOdd[] = {"01", "1.",  ".5",
                                           "-1", "1e3", "1.5e-2",
                                           "0",  "0.0", "99999999999999999999999999999999999999",
                                           "1x"};
    if (below(20) == 0) return kOdd[below(10)];
    std::string text = fmt::format("{}", random_() >> below(64));
    if (below(3) == 0) text += fmt::format(".{}", below(100'000));
    return text;
  }

  std::string value() {
    switch (below(12)) {
      case 0:
        return fmt::format("{{\"a\":{},{}\"b\":{}}}", word(), blanks(), digits());
      case 1:
        return fmt::format("{{\"a\":[{},{{}}],\"b\":null{}}}", word(), blanks());
      case 2:
        return below(4) == 0 ? "null" : "{}";
      case 3:
      case 4:
      case 5:
        return word();
      default:
        return digits();
    }
  }

  std::mt19937_64 random_;
};

// What the reader of any JSON makes of an event, and where it ends; nothing if it is none.
std::optional<std::string> any_event(const std::string& text, std::size_t& size) {
  Losses losses;
  ChromeParser parser(losses);
  try {
    JsonCursor cursor(text);
    const std::string_view object = cursor.value();
    size = object.size();
    if (!object.starts_with('{')) return std::nullopt;
    std::string made = written(parser.parse(object));
    // What is to be counted as lost is not read in one go.
    parser.count_repairs();
    if (!losses.all().counts.empty()) return std::nullopt;
    return made;
  } catch (const JsonFault&) {
    return std::nullopt;
  } catch (const BadChromeTime&) {
    return std::nullopt;
  }
}

TEST(ChromeUsualEvent, IsWhatAnyReaderMakesOfIt) {
  int plain = 0;
  int right = 0;
  for (uint64_t seed = 1; seed <= 60'000; ++seed) {
    RandomEvent random(seed);
    const std::string event = random.make();
    const std::string text = event + ",\n{\"ph\":\"X\",\"ts\":1}, \n";
    std::size_t size = 0;
    const std::optional<std::string> expected = any_event(text, size);
    right += expected ? 1 : 0;
    ChromeEvent read;
    const char* const end = read_usual_event(text.data(), text.data() + text.size(), read);
    if (end == nullptr) continue;
    ++plain;
    ASSERT_TRUE(expected) << event;
    ASSERT_EQ(written(read), *expected) << event;
    ASSERT_EQ(static_cast<std::size_t>(end - text.data()), size) << event;
    // Nothing beyond the end is looked at.
    const std::string whole = text.substr(0, size + random.below(16));
    const std::string_view cut(whole);
    ChromeEvent again;
    EXPECT_EQ(read_usual_event(cut.data(), cut.data() + cut.size(), again), nullptr) << event;
  }
  EXPECT_GT(right, 15'000);
  EXPECT_GT(plain * 10, right * 3);
}

}  // namespace
}  // namespace paje::exchange
