// Questions about a trace, against a look at every row.
#include "paje/trace.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

Trace random_trace(uint64_t seed, const std::string& text) {
  (void)seed;
  ReadOptions options;
  options.on_problem = [](const Diagnostic&) {};
  return read_trace(Input::from_memory(text), options);
}

std::pair<double, double> span_of(const Trace& trace, const Track& track, uint64_t row) {
  switch (track.kind) {
    case TypeKind::state:
      return {trace.states().start[row], trace.states().end[row]};
    case TypeKind::variable:
      return {trace.variables().start[row], trace.variables().end[row]};
    case TypeKind::event:
      return {trace.events().time[row], trace.events().time[row]};
    default:
      return {trace.links().start[row], trace.links().end[row]};
  }
}

TEST(Trace, FindsExactlyTheOverlappingRows) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = RandomTrace(seed).text(1500, 1000000);
    const Trace trace = random_trace(seed, text);
    for (const Track& track : trace.tracks()) {
      const double from = static_cast<double>(seed);
      const double to = from + static_cast<double>(seed % 5);
      std::vector<uint64_t> expected, found;
      for (uint64_t row = track.first; row < track.last; ++row) {
        const auto [start, end] = span_of(trace, track, row);
        if (start <= to && end >= from) expected.push_back(row);
      }
      trace.for_each_overlapping(track, from, to, [&](uint64_t row) { found.push_back(row); });
      ASSERT_EQ(found, expected);
    }
  }
}

TEST(Trace, FindsRowsByStart) {
  const std::string text = RandomTrace(7).text(3000, 1000000);
  const Trace trace = random_trace(7, text);
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::link) continue;
    const RowRange rows = trace.starting_in(track, 10, 20);
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double start = span_of(trace, track, row).first;
      ASSERT_EQ(start >= 10 && start <= 20, row >= rows.first && row < rows.last);
    }
  }
}

TEST(Trace, ListsCoverAllRowsInOrder) {
  const std::string text = RandomTrace(8).text(2000, 1000000);
  const Trace trace = random_trace(8, text);
  uint64_t next[5] = {};
  for (const Track& track : trace.tracks()) {
    EXPECT_EQ(track.first, next[static_cast<std::size_t>(track.kind)]);
    next[static_cast<std::size_t>(track.kind)] = track.last;
    const Track same = trace.track(track.container, track.type);
    EXPECT_EQ(same.first, track.first);
    EXPECT_EQ(same.last, track.last);
  }
  EXPECT_EQ(next[1], trace.states().start.size());
  EXPECT_EQ(next[4], trace.links().start.size());
}

TEST(Trace, FindsNamesByIdentifier) {
  const Trace trace = random_trace(1, RandomTrace(1).text(10, 1000000));
  EXPECT_EQ(trace[trace.find_type("M")].name.text, "link two");
  EXPECT_TRUE(trace[trace.find_type("M")].name.quoted);
  EXPECT_EQ(trace[trace.find_container("b1")].name.text, "third");
  EXPECT_EQ(trace[trace.find_container("b1")].parent, trace.find_container("a1"));
  EXPECT_FALSE(trace.find_type("link two").valid());
  EXPECT_FALSE(trace.find_container("").valid());
  EXPECT_EQ(trace.find_container("0"), kRootContainer);
}

// A chain of containers, each with a type of its own.
Trace chain(const std::vector<std::string>& names) {
  std::string text = kHeader;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string above = i == 0 ? "" : fmt::format("{}", i - 1);
    text += fmt::format("0 T{0} {1} t\n6 0 c{0} T{0} {2} \"{3}\"\n", i, i == 0 ? "0" : "T" + above,
                        i == 0 ? "0" : "c" + above, names[i]);
  }
  return read_trace(Input::from_memory(text));
}

TEST(Trace, HasNothingOfWhatIsNotThere) {
  const Trace trace = random_trace(1, RandomTrace(1).text(200, 1000000));
  const ContainerId nobody = trace.find_container("nobody");
  EXPECT_FALSE(nobody.valid());
  EXPECT_TRUE(trace.tracks(nobody).empty());
  EXPECT_EQ(trace.track(nobody, trace.find_type("no type")).size(), 0U);
  EXPECT_EQ(trace.track(kRootContainer, trace.find_type("no type")).size(), 0U);
}

TEST(Trace, PathsAreWholeUpToALength) {
  const auto path = [](const Trace& trace, std::size_t i) {
    return container_path(trace, trace.find_container(fmt::format("c{}", i)));
  };
  const Trace plain = chain({"grid", "", "a/b"});
  EXPECT_EQ(container_path(plain, kRootContainer), "0");
  EXPECT_EQ(path(plain, 0), "grid");
  EXPECT_EQ(path(plain, 2), "grid//a/b");

  const Trace deep = chain(std::vector<std::string>(500, "abc"));
  std::string whole = "abc";
  for (int i = 1; i < 250; ++i) whole += "/abc";
  ASSERT_EQ(whole.size(), kMostPathBytes - 1);
  EXPECT_EQ(path(deep, 249), whole);
  EXPECT_EQ(path(deep, 250), ".../" + whole);
  EXPECT_EQ(path(deep, 499), ".../" + whole);

  const std::string name(2 * kMostPathBytes, 'n');
  const Trace wide = chain({"a", name, "b"});
  EXPECT_EQ(path(wide, 1), ".../" + name);
  EXPECT_EQ(path(wide, 2), ".../b");
}

TEST(Trace, TypesAreATree) {
  const Trace trace = random_trace(1, RandomTrace(1).text(0, 1000000));
  const Type& a = trace[trace.find_type("A")];
  ASSERT_EQ(a.children.size(), 4U);
  EXPECT_EQ(trace[a.children[0]].identifier.text, "B");
  EXPECT_EQ(trace[a.children[1]].identifier.text, "M");
  EXPECT_EQ(trace[a.children[1]].start_type, trace.find_type("B"));
}

}  // namespace
}  // namespace paje::testing
