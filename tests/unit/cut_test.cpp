// A part of a trace is a trace like others: its columns, tracks and searches agree with one
// another, and with what a reader makes of its events.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "paje/cut.hpp"
#include "paje/read.hpp"
#include "paje/write_events.hpp"
#include "random_trace.hpp"
#include "whole_trace.hpp"

namespace paje::testing {
namespace {

Trace read_leniently(const std::string& text) {
  ReadOptions options;
  options.keep_user_fields = true;
  options.ignore_incomplete_links = true;
  options.on_problem = [](const Diagnostic&) {};
  return read_trace(Input::from_memory(text), options);
}

std::string written(const Trace& trace) {
  std::string bytes;
  write_events(trace, Encoding::text, [&bytes](std::string_view more) { bytes += more; });
  return bytes;
}

void check_searches(const Trace& trace, double from, double to) {
  for (const Track& track : trace.tracks()) {
    EXPECT_EQ(track.first, trace.track(track.container, track.type).first);
    std::vector<uint64_t> expected;
    std::vector<uint64_t> found;
    for (uint64_t row = track.first; row < track.last; ++row) {
      EXPECT_EQ(&track, &trace.track_of(track.kind, row));
      const bool overlaps =
          trace.starts(track.kind)[row] <= to && trace.ends(track.kind)[row] >= from;
      if (overlaps) expected.push_back(row);
    }
    trace.for_each_overlapping(track, from, to, [&](uint64_t row) { found.push_back(row); });
    EXPECT_EQ(expected, found);
  }
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    EXPECT_EQ(ContainerId{i}, trace.find_container(trace.containers()[i].identifier.text));
  }
  for (uint32_t i = 0; i < trace.types().size(); ++i) {
    EXPECT_EQ(TypeId{i}, trace.find_type(trace.types()[i].identifier.text));
  }
}

Cut random_cut(std::mt19937_64& random, double end) {
  Cut cut;
  const auto below = [&random](uint64_t bound) { return random() % bound; };
  const auto time = [&] {
    return 0.25 * static_cast<double>(below(static_cast<uint64_t>(4 * end) + 2));
  };
  if (below(3) != 0) {
    cut.selection.start = time();
    cut.selection.end = cut.selection.start + time();
  }
  if (below(3) == 0) cut.selection.containers = {below(2) == 0 ? "*n*" : "first*"};
  if (below(3) == 0) cut.selection.types = {below(2) == 0 ? "state" : "link"};
  cut.selection.allow_unmatched = true;
  if (below(5) == 0) cut.max_nesting = 1 + static_cast<uint32_t>(below(2));
  cut.whole = below(3) == 0;
  cut.cut_links = below(2) == 0;
  cut.anonymize = below(4) == 0;
  if (below(4) == 0) cut.scale = 0.5;
  if (below(4) == 0) cut.shift = 8;
  return cut;
}

TEST(CutTrace, PartsAreTracesLikeOthers) {
  std::mt19937_64 random(1);
  int parts = 0;
  int refused = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const Trace trace = read_leniently(RandomTrace(seed).text(300, 40));
    const Cut cut = random_cut(random, trace.end_time().value_or(0));
    Trace part;
    try {
      part = cut_trace(trace, cut);
    } catch (const CutError&) {
      continue;  // nothing is there
    }
    check_searches(part, 4, 6);
    try {
      // A destruction may be what shows the end of the trace.
      ASSERT_EQ(whole_text(part, false), whole_text(read_leniently(written(part)), false)) << seed;
      ++parts;
    } catch (const WriterError&) {
      ++refused;  // a state ends after what follows it begins, and its start was clipped
    }
  }
  EXPECT_GT(parts, 400);
  EXPECT_LT(refused, 40);
}

TEST(CutTrace, WithoutAnyWishAllOfTheTraceIsKept) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Trace trace = read_leniently(RandomTrace(seed).text(200, 10));
    EXPECT_EQ(whole_text(trace), whole_text(cut_trace(trace, {})));
  }
  EXPECT_EQ(whole_text(Trace()), whole_text(cut_trace(Trace(), {})));
}

TEST(CutTrace, RefusesWhatIsNoPart) {
  const Trace trace = read_leniently(RandomTrace(1).text(100, 10));
  Cut cut;
  cut.scale = 0;
  EXPECT_THROW((void)cut_trace(trace, cut), CutError);
  cut.scale = 1;
  cut.shift = std::nan("");
  EXPECT_THROW((void)cut_trace(trace, cut), CutError);
  cut.shift = 0;
  cut.selection.start = 2;
  cut.selection.end = 1;
  EXPECT_THROW((void)cut_trace(trace, cut), CutError);
  cut.selection.end = 3;
  cut.values = {"nobody has it"};
  EXPECT_THROW((void)cut_trace(trace, cut), SelectionError);
}

}  // namespace
}  // namespace paje::testing
