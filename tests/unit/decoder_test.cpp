// The decoders compiled from definitions against the grammar, event by event and problem by
// problem, on lines right and wrong.
#include <gtest/gtest.h>

#include <random>

#include "random_trace.hpp"
#include "two_readers.hpp"

namespace paje::testing {
namespace {

void expect_one_language(const std::string& text) {
  const Lines fast = decode(text);
  const Lines grammar = GrammarReader(text).lines;
  for (std::size_t i = 0; i < std::max(fast.size(), grammar.size()); ++i) {
    ASSERT_EQ(i < fast.size() ? fast[i] : "nothing", i < grammar.size() ? grammar[i] : "nothing")
        << text;
  }
}

std::string mutated(std::string text, std::mt19937_64& random) {
  constexpr std::string_view kBytes = "\" \t\r\n#%0129.-eax!\x01\x80";
  for (uint64_t count = random() % 12 + 1; count > 0; --count) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = kBytes[random() % kBytes.size()];
        break;
      case 1:
        text.insert(at, 1, kBytes[random() % kBytes.size()]);
        break;
      case 2:
        text.erase(at, random() % 6);
        break;
      default:
        text.insert(at, text.substr(random() % text.size(), random() % 40));
    }
    if (text.empty()) text = "\n";
  }
  return text;
}

TEST(Decoder, ReadsWhatTheGrammarReads) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    expect_one_language(RandomTrace(seed).text(60, 5));
    if (HasFatalFailure()) return;
  }
}

TEST(Decoder, RefusesWhatTheGrammarRefuses) {
  std::mt19937_64 random(5);
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    expect_one_language(mutated(RandomTrace(seed % 50).text(30, 5), random));
    if (HasFatalFailure()) return;
  }
}

TEST(Decoder, TakesEveryWayToWriteALine) {
  const std::string text = std::string(kHeader) +
                           "17 1 E c v n\n"
                           "  17\t1  E c v n  \t\n"
                           "17 1 E c v n\r\n"
                           "17 1 E c v n# note\n"
                           "17 1 E c v n #note\n"
                           "17 1 E c \"v # v\" \"\"\n"
                           "17 1 E c v\"w %n\n"
                           "017 1 E c ! \x01\n"
                           "\"17\" \"1\" E c v n\n"
                           "17 1e0 E c v n";
  const Lines lines = decode(text);
  ASSERT_EQ(lines.size(), 10U);
  EXPECT_EQ(lines, GrammarReader(text).lines);
  EXPECT_NE(lines[5].find("[\"v # v\"] [\"\"]"), std::string::npos);
  EXPECT_NE(lines[6].find("[v\"w] [%n]"), std::string::npos);
}

TEST(Decoder, HasNoLimitOnWordsAndLines) {
  std::string text = kHeader;
  text +=
      "%EventDef PajeNewEvent 30\n% Time date\n% Type string\n% Container string\n% Value string\n";
  for (int i = 0; i < 300; ++i) text += "% Field" + std::to_string(i) + " string\n";
  text += "%EndEventDef\n30 1 E c " + std::string(3000000, 'v');
  for (int i = 0; i < 300; ++i) text += " w" + std::to_string(i);
  text += "\n30 1 E c \"" + std::string(100000, ' ') + "\" oops\n";
  const Lines lines = decode(text);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_GT(lines[0].size(), 3000000U);
  EXPECT_EQ(lines[1].substr(0, 11), "field-count");
}

}  // namespace
}  // namespace paje::testing
