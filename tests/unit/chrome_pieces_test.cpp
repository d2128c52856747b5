// Traces of Chrome read in pieces on several threads: what one thread makes of the whole.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "exchange/losses.hpp"
#include "formats/text/event_text.hpp"
#include "paje/exchange.hpp"

namespace paje {
namespace {

class Lines final : public EventVisitor {
 public:
  void on_definition(const EventDefinition& definition) override {
    append_definition(text, definition, definition.id);
  }
  void on_event(const Event& event) override { append_event(text, event, event.definition->id); }

  std::string text;
};

// Events and losses, or what is wrong.
std::string outcome(const std::string& json, unsigned threads, std::size_t chunk_bytes) {
  ConvertOptions options;
  options.format = OtherFormat::chrome;
  options.threads = threads;
  options.chunk_bytes = chunk_bytes;
  try {
    Lines lines;
    const ConversionLosses losses = convert_events(Input::from_memory(json), options, lines);
    for (const std::string& note : losses.notes) lines.text += note + '\n';
    for (const auto& [kind, count] : losses.counts)
      lines.text += fmt::format("{} {}\n", count, kind);
    return lines.text;
  } catch (const TraceError& error) {
    return std::string("error: ") + error.what();
  }
}

class RandomTrace {
 public:
  explicit RandomTrace(uint64_t seed) : random_(seed) {}

  uint64_t below(uint64_t count) { return random_() % count; }

  std::string make() {
    const bool is_object = below(2) == 0;
    std::string text = is_object ? "{\"traceEvents\":[" : "[";
    for (uint64_t i = below(60); i > 0; --i) {
      text += below(20) == 0 ? "null" : event();
      text += below(20) == 0 ? "" : ",";
      text += blanks();
    }
    if (below(8) != 0) text += is_object ? "],\"stackFrames\":[{},{\"a\":1},{\"b\":[]}]}" : "]";
    if (below(4) == 0) text.resize(below(text.size() + 1));
    if (below(4) == 0 && !text.empty()) text[below(text.size())] = "{}[],:\"\\x1 "[below(11)];
    return text;
  }

 private:
  std::string blanks() { return std::string(below(3), "\n "[below(2)]); }
  // With what looks like the border of two events.
  std::string word() {
    static constexpr const char* kWords[] = {
        "a",       "},{", "},\\n{\\\"ph\\\":\\\"X\\\"}", "\\u00e9", "\\\\},{\\\"", "b\xFF",
        "[{},{}]", ""};
    return fmt::format("\"{}\"", kWords[below(8)]);
  }
  std::string value(int depth) {
    if (depth == 0 || below(3) == 0) return below(2) == 0 ? word() : fmt::format("{}", below(99));
    std::string inside;
    const bool is_array = below(2) == 0;
    for (uint64_t i = below(4); i > 0; --i) {
      if (!inside.empty()) inside += "," + blanks();
      if (!is_array) inside += fmt::format("\"m{}\":", i);
      inside += value(depth - 1);
    }
    return is_array ? "[" + inside + "]" : "{" + inside + "}";
  }
  std::string event() {
    std::string text = fmt::format("{{\"ph\":\"{}\",\"ts\":{},\"pid\":{},\"tid\":{}",
                                   "XXBEsfCibeM"[below(11)], below(1000), below(3), below(4));
    text += fmt::format(",\"name\":{},\"id\":{}", word(), below(5));
    if (below(2) == 0) text += fmt::format(",{}\"dur\":{}", blanks(), below(50));
    if (below(2) == 0) text += fmt::format(",\"cat\":{}", word());
    if (below(2) == 0) text += ",\"args\":" + value(3);
    if (below(9) == 0) {
      std::string inside = "{}";
      for (uint64_t i = below(5); i > 0; --i) inside += ",{\"ph\":\"X\",\"ts\":1,\"pid\":7}";
      text += fmt::format(",\"x{}\":[{}]", below(300), inside);
    }
    if (below(200) == 0) text += ",\"ts\":\"soon\"";
    return text + "}";
  }

  std::mt19937_64 random_;
};

TEST(ChromePieces, AreWhatTheWholeIs) {
  int right = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    RandomTrace random(seed);
    const std::string json = random.make();
    const std::string whole = outcome(json, 1, std::size_t{1} << 20U);
    right += whole.starts_with("error") ? 0 : 1;
    const std::size_t chunk = random.below(40) + 1;
    ASSERT_EQ(outcome(json, 3, chunk), whole) << seed << ' ' << chunk << '\n' << json;
    ASSERT_EQ(outcome(json, 1, chunk), whole) << seed << ' ' << chunk << '\n' << json;
  }
  // Neither kind of outcome is rare.
  EXPECT_GT(right, 150);
  EXPECT_LT(right, 470);
}

// A trace of three tracks as pj_export writes it, but with tids that are spelled in several ways.
std::string random_export(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text =
      R"({"paje":{"version":1,"end":99,"types":[{"kind":"container","parent":0,"name":"0"},)"
      R"({"kind":"container","parent":0,"name":"P"},{"kind":"state","parent":1,"name":"S"},)"
      R"({"kind":"link","parent":0,"name":"L","start":1,"end":1}],)"
      R"("values":[{"type":2,"name":"a"},{"type":2,"name":"b"},{"type":3,"name":"c"}],)"
      R"("containers":[{"type":0,"parent":0,"name":"0","start":0},)";
  std::string tracks;
  for (int i = 1; i <= 3; ++i) {
    text += fmt::format(R"({{"type":1,"parent":0,"name":"p{}","start":0}}{})", i, i < 3 ? "," : "");
    tracks += fmt::format(R"({}{{"container":{},"type":2,"pid":{},"tid":{}}})", i > 1 ? "," : "", i,
                          i + 1, i + 1);
  }
  text += "],\"tracks\":[" + tracks + "]},\"traceEvents\":[";
  const auto tid = [&](uint64_t track) {
    switch (random() % 3) {
      case 0:
        return fmt::format("{}", track);
      case 1:
        return fmt::format("\"{}\"", track);
      default:
        return fmt::format("\"\\u003{}\"", track);
    }
  };
  for (int i = 1; i <= 40; ++i) {
    if (random() % 4 != 0) {
      text += fmt::format(R"({{"ph":"X","ts":{}000,"dur":500,"tid":{},"name":"{}"}},)", i,
                          tid(2 + random() % 3), "ab"[random() % 2]);
      continue;
    }
    // Sometimes one that never began, in a container that is not there.
    text += fmt::format(
        R"({{"ph":"s","ts":{},"tid":{},"id":{},"cat":"L","name":"c","args":{{"key":"k"}}}},)",
        i * 1000, tid(2 + random() % 3), i);
    text +=
        fmt::format(R"({{"ph":"f","ts":{}100,"tid":{},"id":{}}},)", i, tid(2 + random() % 3), i);
    if (random() % 8 == 0) text += R"({"ph":"f","tid":77,"id":5000},)";
  }
  // At times one that does not fit.
  if (random() % 5 == 0) text += R"({"ph":"X","ts":1,"dur":1,"tid":9,"name":"a"},)";
  text.back() = ']';
  return text + "}";
}

TEST(ChromePieces, OfAnExportAreWhatTheWholeIs) {
  int right = 0;
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const std::string json = random_export(seed);
    const std::string whole = outcome(json, 1, std::size_t{1} << 20U);
    right += whole.starts_with("error") ? 0 : 1;
    for (const unsigned threads : {1U, 3U}) {
      ASSERT_EQ(outcome(json, threads, 1), whole) << seed << '\n' << json;
    }
  }
  EXPECT_GT(right, 30);
  EXPECT_LT(right, 48);
}

TEST(Losses, OfManyKindsDoNotDependOnTheOrder) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    exchange::Losses one;
    exchange::Losses parts[3];
    for (int i = 0; i < 400; ++i) {
      const std::string kind = fmt::format("kind {}", random() % 150);
      one.add(kind, 2);
      parts[random() % 3].add(kind, 2);
    }
    exchange::Losses sum;
    for (const int part : {2, 0, 1}) sum.add(parts[part]);
    const ConversionLosses expected = one.all();
    EXPECT_EQ(sum.all().counts, expected.counts);
    ASSERT_EQ(expected.counts.size(), 101U);
    uint64_t total = 0;
    for (const auto& [kind, count] : expected.counts) total += count;
    EXPECT_EQ(total, 800U);
  }
}

}  // namespace
}  // namespace paje
