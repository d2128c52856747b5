// Lines taken in the way of each kind of processor against the decoder's way, record by record.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <bit>
#include <random>
#include <string>
#include <vector>

#include "random_trace.hpp"
#include "records/chunk_records.hpp"

namespace paje::testing {
namespace {

std::vector<std::string> shown(const ChunkRecords& chunk) {
  const std::vector<FieldValue>& words = chunk.words;
  std::vector<std::string> lines;
  std::size_t near = 0;
  for (const ChunkTrack& track : chunk.tracks) {
    lines.push_back(fmt::format("{} {} first {}:", words[track.type].raw(),
                                words[track.container].raw(), track.first_event));
    for (uint32_t i = track.begin; i < track.end; ++i) {
      const Record& record = chunk.records[i];
      lines.push_back(fmt::format("{} kind {} at {:x} with {}; byte {}, line {}, definition {}",
                                  record.event(), static_cast<int>(record.kind()),
                                  std::bit_cast<uint64_t>(record.time), record.content,
                                  chunk.offset(record.event()), chunk.line(record.event(), near),
                                  chunk.definition(record.event())));
    }
  }
  for (const double number : chunk.numbers) {
    lines.push_back(fmt::format("number {:x}", std::bit_cast<uint64_t>(number)));
  }
  for (const LinkHalf& link : chunk.links) {
    lines.push_back(fmt::format("key {} {:x}, byte {}, value {}, {}", link.key.text(), link.tag,
                                link.offset, link.value, words[link.container].raw()));
  }
  for (const ValueUse& use : chunk.values) {
    lines.push_back(
        fmt::format("{} of {}, {}", words[use.word].raw(), words[use.type].raw(), use.event));
  }
  for (const Problem& problem : chunk.problems) {
    lines.push_back(fmt::format("{}: {}", problem.offset, problem.found));
  }
  for (uint32_t event = 0; event < chunk.event_count(); ++event) {
    const auto [definition, kept] = chunk.user_words(event);
    if (kept.empty()) continue;
    std::string line = fmt::format("fields of {}, definition {}:", event, definition);
    for (const FieldValue& word : kept) line.append(" ").append(word.raw());
    lines.push_back(std::move(line));
  }
  lines.push_back(fmt::format("{} events, {} of them structural", chunk.event_count(),
                              chunk.structural.size()));
  return lines;
}

struct Records {
  std::vector<std::string> lines;
  uint32_t events = 0;
  uint32_t fast = 0;  ///< of the events
};

Records records(const std::string& text, Processor processor, ChunkWorkspaces& workspaces) {
  ReadOptions options;
  options.keep_user_fields = text.size() % 2 == 0;
  options.on_problem = [](const Diagnostic&) {};
  DefinitionTable definitions;
  ChunkRecords chunk(options, workspaces, processor);
  const std::string padded = text + std::string(kPadding, '7');
  chunk.begin({.text = std::string_view(padded).substr(0, text.size())});
  chunk.advance(definitions);
  while (chunk.wants_definitions()) {
    chunk.read_definitions(definitions);
    chunk.advance(definitions);
  }
  return {shown(chunk), chunk.event_count(), chunk.fast_line_count()};
}

class FastLines : public ::testing::TestWithParam<Processor> {
 protected:
  void SetUp() override {
    if (GetParam() > this_processor()) GTEST_SKIP() << "this processor does not have it";
  }

  // For one text after the other, as for the chunks of a trace: what workspaces know of one is
  // there for the next.
  void expect_same_records(const std::string& text) {
    ChunkWorkspaces unused;
    const Records expected = records(text, Processor::none, unused);
    ASSERT_EQ(expected.fast, 0U);
    const Records found = records(text, GetParam(), workspaces_);
    ASSERT_EQ(found.lines, expected.lines) << text;
    events_ += found.events;
    fast_ += found.fast;
  }
  // Of all events so far, how many went the fast way.
  [[nodiscard]] double fast_share() const {
    return static_cast<double>(fast_) / static_cast<double>(events_);
  }

 private:
  ChunkWorkspaces workspaces_;
  uint64_t events_ = 0;
  uint64_t fast_ = 0;
};

std::string name_of(const ::testing::TestParamInfo<Processor>& tested) {
  constexpr const char* kNames[] = {"None", "Portable", "Avx2", "Avx512"};
  return kNames[static_cast<int>(tested.param)];
}

INSTANTIATE_TEST_SUITE_P(OnEachProcessor, FastLines,
                         ::testing::Values(Processor::any, Processor::avx2, Processor::avx512),
                         name_of);

TEST_P(FastLines, MakeTheRecordsOfTheDecoder) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    expect_same_records(RandomTrace(seed).text(200, 5));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(fast_share(), 0.5);
}

// Words of all lengths around those that fit into a register, and numbers of all shapes.
class OddLines {
 public:
  /// With `fast` most lines are fast, some hundred in a row: few oddities are left.
  OddLines(uint64_t seed, bool fast) : random_(seed), rarer_(fast ? 300 : 1) {}

  std::string text() {
    std::string text = kHeader;
    text +=
        "%EventDef PajePushState 20\n% Time date\n% Container string\n% Type string\n"
        "% Value string\n% Extra string\n%EndEventDef\n"
        "%EventDef PajeSetVariable 9\n% Container string\n% Type string\n"
        "% Value double\n% Time date\n%EndEventDef\n"
        "%EventDef PajePopState 123\n% Time date\n% Type string\n% Note string\n"
        "% Container string\n%EndEventDef\n"
        "%EventDef PajePopState 21\n% Time date\n% Type string\n% Container string\n"
        "%EndEventDef\n"
        "%EventDef PajeResetState 63\n% Time date\n% Container string\n% Type string\n"
        "%EndEventDef\n"
        "%EventDef PajeResetState 64\n% Time date\n% Container string\n% Type string\n"
        "%EndEventDef\n";
    const int lines = rarer_ == 1 ? 300 : 2000;
    for (int i = 0; i < lines; ++i) text += line() + (is_odd(40) ? " \n" : "\n");
    return text;
  }

 private:
  bool is_odd(uint64_t once_in) { return random_() % (once_in * rarer_) == 0; }

  std::string line() {
    if (is_odd(8)) return fmt::format("9 {} {} {} {}", word(), word(), number(), number());
    if (is_odd(8)) return fmt::format("123 {} {} {} {}", number(), word(), word(), word());
    if (is_odd(4)) return fmt::format("64 {} {} {}", number(), word(), word());
    switch (random_() % 8) {
      case 0:
        return fmt::format("8 {} {} {} {}", number(), word(), word(), number());
      case 1:
        return fmt::format("12 {} {} {} {}", number(), word(), word(), word());
      case 2:
        return fmt::format("13 {} {} {}", number(), word(), word());
      case 3:
        return fmt::format("15 {} {} {} {} {} {}", number(), word(), word(), word(), word(),
                           word());
      case 4:
        return fmt::format("20 {} {} {} {} {}", number(), word(), word(), word(), word());
      case 5:
        return fmt::format("21 {} {} {}", number(), word(), word());
      case 6:
        return fmt::format("63 {} {} {}", number(), word(), word());
      default:
        return fmt::format("17{} {}\t{} {} {} {}", is_odd(9) ? "  " : "", number(), word(), word(),
                           word(), word());
    }
  }
  std::string word() {
    if (is_odd(30)) return "\"a b\"";
    if (is_odd(60)) return "";
    const std::string letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    return letters.substr(random_() % 3,
                          random_() % 4 == 0 ? random_() % 30 + 1 : random_() % 9 + 1);
  }
  std::string number() {
    std::string digits;
    const uint64_t size = random_() % (is_odd(2) ? 19 : 16) + 1;
    for (uint64_t i = 0; i < size; ++i) digits += static_cast<char>('0' + random_() % 10);
    if (random_() % 4 != 0) digits.insert(is_odd(8) ? 0 : random_() % size + 1, ".");
    if (digits.back() == '.' && !is_odd(2)) digits += '5';
    if (is_odd(30)) digits.insert(random_() % digits.size(), 1, "-+e./:x"[random_() % 7]);
    return is_odd(20) ? "-" + digits : digits;
  }

  std::mt19937_64 random_;
  const uint64_t rarer_;
};

TEST_P(FastLines, MakeTheRecordsOfTheDecoderFromOddLines) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    expect_same_records(OddLines(seed, false).text());
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(fast_share(), 0.1);
}

TEST_P(FastLines, MakeTheRecordsOfTheDecoderManyAtATime) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    expect_same_records(OddLines(seed, true).text());
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(fast_share(), 0.9);
}

}  // namespace
}  // namespace paje::testing
