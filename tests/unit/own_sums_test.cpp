// Sums of states and facts on user-defined fields that come from several processes: what an index
// has of them is that of one process, whatever process has which rows.
#include "sharing/own_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "archive/track_sums.hpp"
#include "archive/user_facts.hpp"
#include "sharing/messages.hpp"

namespace paje::testing {
namespace {

using Random = std::mt19937_64;

uint64_t below(Random& random, uint64_t bound) { return random() % bound; }

// Tracks of states, each with its rows, and which of these each slice has.
struct Tracks {
  struct One {
    std::vector<StateRow> rows;
    std::vector<uint64_t> ends;    // of slices that have rows
    std::vector<uint32_t> slices;  // which these are
    uint64_t before = 0;           // rows of slices that were added
    std::size_t next = 0;          // among these
  };
  std::vector<One> all;
  uint32_t slices = 6;
};

Tracks random_tracks(Random& random) {
  Tracks tracks;
  tracks.all.resize(12);
  for (Tracks::One& track : tracks.all) {
    const uint64_t values = 1 + below(random, 5);
    uint32_t depth = 0;
    double time = 0;
    for (uint32_t slice = 0; slice < tracks.slices; ++slice) {
      if (below(random, 4) == 0) continue;
      // Some have enough rows for each value from the start, some at the end only, some never.
      for (uint64_t left = 1 + below(random, 1200); left > 0; --left) {
        time += static_cast<double>(below(random, 1000)) * 0.001;
        const double end = time + static_cast<double>(below(random, 1U << 20U)) / 3;
        const ValueId value{static_cast<uint32_t>(below(random, std::min(values, slice + 2UL)))};
        track.rows.push_back({time, end, value, depth});
        depth = static_cast<uint32_t>(below(random, std::min(depth + 2U, 4U)));
      }
      track.ends.push_back(track.rows.size());
      track.slices.push_back(slice);
    }
  }
  return tracks;
}

// A slice, some of whose states have no end yet.
struct Slice {
  TraceData data;
  std::vector<TrackSumMaker::Place> places;
  std::vector<uint64_t> open;
};
struct LateRow {
  uint32_t track;
  uint64_t row;
};

Slice next_slice(Tracks& tracks, uint32_t number, Random& random, std::vector<LateRow>& late) {
  Slice slice;
  for (uint32_t i = 0; i < tracks.all.size(); ++i) {
    Tracks::One& track = tracks.all[i];
    if (track.next == track.slices.size() || track.slices[track.next] != number) continue;
    const uint64_t end = track.ends[track.next++];
    slice.places.push_back({i, track.before});
    slice.data.tracks.all.push_back({{i}, {7}, TypeKind::state, 0, end - track.before});
    for (uint64_t row = std::exchange(track.before, end); row < end; ++row) {
      const bool is_open = below(random, 100) == 0;
      if (is_open) slice.open.push_back(slice.data.states.start.size());
      if (is_open) late.push_back({i, row});
      const StateRow& state = track.rows[row];
      slice.data.states.start.push_back(state.start);
      slice.data.states.end.push_back(is_open ? state.start : state.end);
      slice.data.states.value.push_back(state.value);
      slice.data.states.depth.push_back(state.depth);
    }
  }
  number_rows(slice.data.tracks);
  return slice;
}

std::vector<uint32_t> numbers(const Tracks& tracks) {
  std::vector<uint32_t> same(tracks.all.size());
  for (uint32_t i = 0; i < same.size(); ++i) same[i] = i;
  return same;
}

// What processes send that have some tracks each.
GatheredSums gathered(const Tracks& tracks, Random& random) {
  std::vector<std::vector<OwnSums>> of_process(3);
  SegmentPool pool;
  for (uint32_t i = 0; i < tracks.all.size(); ++i) {
    SegmentedVector<StateRow> rows(pool);
    for (const StateRow& row : tracks.all[i].rows) rows.push_back(row);
    if (rows.empty()) continue;
    OwnSums own = sum_rows(rows, tracks.all[i].ends);
    own.container = {i};
    own.type = {7};
    of_process[below(random, of_process.size())].push_back(std::move(own));
  }
  GatheredSums sums;
  for (const auto& own : of_process) {
    std::string message;
    put_sums(own, message);
    sums.take(read_message(message));
  }
  return sums;
}

std::vector<archive::TrackSums> sums_of_rows(Tracks tracks, std::size_t most, Random& random) {
  TrackSumMaker maker(most);
  ThreadPool parallel(2);
  std::vector<LateRow> late;
  for (uint32_t number = 0; number < tracks.slices; ++number) {
    const Slice slice = next_slice(tracks, number, random, late);
    maker.add_rows(slice.data, slice.places, slice.open, parallel);
  }
  std::shuffle(late.begin(), late.end(), random);
  for (const LateRow& row : late) {
    maker.add_end(row.track, row.row, tracks.all[row.track].rows[row.row].end);
  }
  return maker.finish(numbers(tracks));
}

std::vector<archive::TrackSums> sums_of_processes(Tracks tracks, std::size_t most, Random& random) {
  TrackSumMaker maker(most);
  GatheredSums sums = gathered(tracks, random);
  std::vector<LateRow> late;
  for (uint32_t number = 0; number < tracks.slices; ++number) {
    const Slice slice = next_slice(tracks, number, random, late);
    maker.add_counts(slice.data.tracks, slice.places, sums.next_values(slice.data.tracks));
  }
  sums.release([&](ContainerId container, TypeId, std::vector<archive::ValueSums> known) {
    maker.add_sums(container.index, std::move(known));
  });
  return maker.finish(numbers(tracks));
}

TEST(OwnSums, AreThoseOfOneProcess) {
  Random random(1);
  std::size_t tracks_of_rounds = 0, unbounded = 0, bounded = 0;
  for (int round = 0; round < 12; ++round) {
    const Tracks tracks = random_tracks(random);
    tracks_of_rounds += tracks.all.size();
    for (const std::size_t most : {1000U, 25U, 8U, 1U}) {
      const auto expected = sums_of_rows(tracks, most, random);
      EXPECT_EQ(sums_of_processes(tracks, most, random), expected) << round << ", " << most;
      (most == 1000U ? unbounded : bounded) += expected.size();
    }
  }
  // Some have too few rows, and some more are dropped where there may be few.
  EXPECT_LT(unbounded, tracks_of_rounds);
  EXPECT_GT(unbounded, tracks_of_rounds / 2);
  EXPECT_LT(bounded, 3 * unbounded / 2);
  EXPECT_GT(bounded, unbounded / 10);
}

// Found on paper: 600 states of 1 s, in each of which is one of 0.25 s.
TEST(OwnSums, HaveWhatIsInside) {
  SegmentPool pool;
  SegmentedVector<StateRow> rows(pool);
  for (int i = 0; i < 600; ++i) {
    rows.push_back({2.0 * i, 2.0 * i + 1, {4}, 0});
    rows.push_back({2.0 * i, 2.0 * i + 0.25, {3}, 1});
  }
  const std::vector<uint64_t> ends = {1, 2, 1200};
  const OwnSums own = sum_rows(rows, ends);
  EXPECT_EQ(own.values, (std::vector<uint64_t>{1, 2, 2}));
  const std::vector<archive::ValueSums> expected = {{3, 600, {150}, {}, 0.25, 0.25},
                                                    {4, 600, {600}, {150}, 1, 1}};
  EXPECT_EQ(own.sums, expected);
  EXPECT_TRUE(sum_rows(rows, std::vector<uint64_t>{1000}).sums.empty());
}

// Rows of a track of events, with words of events of some definitions.
TraceData random_words(Random& random, uint32_t definitions) {
  static constexpr const char* kWords[] = {"1", "0x1F", "-2.5", "\"\"", "text", "ff", "1e3"};
  TraceData data;
  const uint64_t rows = 1 + below(random, 40);
  data.tracks.all.push_back({{0}, {0}, TypeKind::event, 0, rows});
  UserFields& fields = data.user_fields.emplace_back();
  for (uint64_t row = 0; row < rows; ++row) {
    UserFields::Reference last = UserFields::kNone;
    for (uint64_t events = below(random, 3); events > 0; --events) {
      std::vector<std::string_view> words;
      for (uint64_t count = below(random, 3); count > 0; --count) {
        words.emplace_back(kWords[below(random, std::size(kWords))]);
      }
      last = fields.add_words(words, static_cast<uint32_t>(below(random, definitions)), last);
    }
    data.events.time.push_back(static_cast<double>(row));
    data.events.value.push_back({0});
    data.user_references(TypeKind::event).push_back(last);
  }
  return data;
}

std::string message_of(const UserFactMaker& maker) {
  std::string message;
  maker.put(message);
  return message;
}

TEST(OwnFacts, AreThoseOfOneProcess) {
  Random random(2);
  ThreadPool parallel(1);
  std::size_t longest = 0, too_many = 0;
  for (int round = 0; round < 40; ++round) {
    // With many definitions there are too many patterns, of one process or of all together.
    const uint32_t definitions = round % 4 == 3 ? 1'000'000 : 1 + round % 5;
    const int parts = round % 8 == 7 ? 800 : 20;
    UserFactMaker one, all;
    std::vector<UserFactMaker> processes(1 + below(random, 4));
    for (int part = 0; part < parts; ++part) {
      const TraceData data = random_words(random, definitions);
      one.add_rows(data, parallel);
      processes[below(random, processes.size())].add_rows(data, parallel);
    }
    std::shuffle(processes.begin(), processes.end(), random);
    for (const UserFactMaker& process : processes) all.add(read_message(message_of(process)));
    const std::string expected = message_of(one);
    EXPECT_EQ(message_of(all), expected) << round;
    longest = std::max(longest, expected.size());
    if (parts == 800) too_many += expected.size() == 1 ? 1U : 0U;
  }
  EXPECT_GT(longest, 100U);
  EXPECT_EQ(too_many, 5U);
}

}  // namespace
}  // namespace paje::testing
