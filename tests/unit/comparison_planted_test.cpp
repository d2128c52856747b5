// What was planted into a run is found where it was planted: random programs, a copy of each with
// one thing changed, and what the comparison of the two is to say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "paje/comparison.hpp"
#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje {
namespace {

using testing::kHeader;

// A state, what is in it, and how long nothing runs after it. Times are whole numbers of units.
struct Block {
  char name = 'x';
  int64_t own = 1;  // without what is in it, before that
  int64_t behind = 0;
  std::vector<Block> inside = {};
};
using Track = std::vector<Block>;

class Writer {
 public:
  /// `digits` after the point, if times are not to be exact in binary; else units of 1/1024.
  explicit Writer(bool is_decimal) : is_decimal_(is_decimal) {}

  std::string text(const std::vector<Track>& tracks) {
    text_ = std::string(kHeader) + "0 A 0 Process\n2 S A State\n";
    for (std::size_t i = 0; i < tracks.size(); ++i) text_ += fmt::format("6 0 p{0} A 0 p{0}\n", i);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      track_ = i;
      time_ = 0;
      for (const Block& block : tracks[i]) write(block);
      // A run that is longer makes no other track longer.
      line(fmt::format("7 {} A p{}\n", spelled(), track_));
    }
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const auto& x, const auto& y) { return x.first < y.first; });
    for (const auto& [time, line] : lines_) text_ += line;
    return text_;
  }
  [[nodiscard]] double seconds(int64_t time) const {
    return static_cast<double>(time) / (is_decimal_ ? 1e6 : 1024.0);
  }

 private:
  void write(const Block& block) {
    line(fmt::format("12 {} S p{} {}\n", spelled(), track_, block.name));
    time_ += block.own;
    for (const Block& inner : block.inside) write(inner);
    line(fmt::format("13 {} S p{}\n", spelled(), track_));
    time_ += block.behind;
  }
  void line(std::string text) { lines_.emplace_back(time_, std::move(text)); }
  [[nodiscard]] std::string spelled() const {
    return is_decimal_ ? fmt::format("{:.6f}", seconds(time_)) : fmt::format("{}", seconds(time_));
  }

  bool is_decimal_;
  std::string text_;
  std::vector<std::pair<int64_t, std::string>> lines_;
  std::size_t track_ = 0;
  int64_t time_ = 0;
};

Trace read_tracks(const std::vector<Track>& tracks, bool is_decimal) {
  return read_trace(Input::from_memory(Writer(is_decimal).text(tracks)), ReadOptions{});
}

int64_t between(std::mt19937_64& random, int64_t least, int64_t most) {
  return least + static_cast<int64_t>(random() % static_cast<uint64_t>(most - least + 1));
}

Track random_track(std::mt19937_64& random, int64_t unit) {
  Track track;
  const bool nests = random() % 3 == 0;
  const bool idles = random() % 2 == 0;
  const bool is_regular = random() % 2 == 0;
  for (int64_t count = between(random, 20, 120); count > 0; --count) {
    Block block;
    block.name = static_cast<char>('a' + random() % 3);
    block.own = is_regular ? unit : between(random, unit / 4, 2 * unit);
    if (idles && random() % 2 == 0) block.behind = between(random, 1, unit / 2);
    for (uint64_t inner = nests ? random() % 3 : 0; inner > 0; --inner) {
      block.inside.push_back({static_cast<char>('k' + random() % 3), between(random, 1, unit)});
    }
    track.push_back(block);
  }
  return track;
}

struct Planted {
  std::vector<Track> tracks;
  std::size_t track = 0;
  int64_t start = 0, end = 0;  // in the run that it was planted into
  int64_t amount = 0;
  bool is_uneven = false;  // not the same part of the time of each state
};

int64_t length_of(const Block& block) {
  int64_t length = block.own;
  for (const Block& inner : block.inside) length += length_of(inner);
  return length;
}

enum class Way { factor, each, random, one };

// Some states in a row of one track take longer.
Planted plant(const std::vector<Track>& tracks, std::mt19937_64& random, int64_t unit) {
  Planted planted{tracks, random() % tracks.size()};
  Track& track = planted.tracks[planted.track];
  const auto way = static_cast<Way>(random() % 4);
  const auto size = static_cast<int64_t>(track.size());
  const int64_t count = way == Way::one ? 1 : between(random, 1, std::min<int64_t>(30, size));
  const int64_t first = between(random, 0, size - count);
  for (int64_t i = 0; i < first; ++i) {
    planted.start += length_of(track[size_t(i)]) + track[size_t(i)].behind;
  }
  planted.end = planted.start;
  const int64_t factor = between(random, 2, 6);
  planted.is_uneven = way == Way::each || way == Way::random;
  for (int64_t i = first; i < first + count; ++i) {
    Block& block = track[size_t(i)];
    // What is in the last state is as it was.
    planted.end += i + 1 < first + count ? length_of(block) + block.behind : block.own;
    const int64_t more = way == Way::factor   ? block.own * factor / 4
                         : way == Way::random ? between(random, unit / 4, unit)
                                              : unit;
    block.own += more;
    planted.amount += more;
  }
  return planted;
}

std::string place_text(const Region& region) {
  return fmt::format("{}..{} {}..{} {:+}", region.start_a, region.end_a, region.start_b,
                     region.end_b, region.gain());
}

// All regions as one, from the earliest to the latest.
Region whole_of(std::vector<Region> regions) {
  std::sort(regions.begin(), regions.end(),
            [](const Region& x, const Region& y) { return x.start_a < y.start_a; });
  Region whole = regions.front();
  whole.end_a = regions.back().end_a;
  whole.end_b = regions.back().end_b;
  return whole;
}

void expect_opposite(const Comparison& there, const Comparison& back) {
  ASSERT_EQ(back.regions.size(), there.regions.size());
  for (std::size_t i = 0; i < there.regions.size(); ++i) {
    EXPECT_EQ(back.regions[i].gain(), -there.regions[i].gain());
    EXPECT_EQ(back.regions[i].start_a, there.regions[i].start_b);
    EXPECT_EQ(back.regions[i].end_a, there.regions[i].end_b);
    EXPECT_EQ(back.regions[i].start_b, there.regions[i].start_a);
    EXPECT_EQ(back.regions[i].end_b, there.regions[i].end_a);
  }
}

TEST(Planted, ASlowdownIsOneRegionWithExactEnds) {
  int parted = 0;
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const bool is_decimal = seed % 2 == 0;
    const int64_t unit = is_decimal ? 100'003 : 256;
    std::vector<Track> tracks;
    for (uint64_t count = 1 + random() % 4; count > 0; --count) {
      tracks.push_back(random_track(random, unit));
    }
    const Planted planted = plant(tracks, random, unit);
    const Trace a = read_tracks(tracks, is_decimal);
    const Trace b = read_tracks(planted.tracks, is_decimal);
    ComparisonOptions options;
    options.alignment.threads = 1;
    const Comparison there = compare(a, b, options);
    ASSERT_FALSE(there.regions.empty());
    // Where each state takes another part of its time more, some may happen to look like two rates.
    if (there.regions.size() > 1) {
      EXPECT_TRUE(planted.is_uneven);
      ++parted;
    }
    for (const Region& region : there.regions) {
      EXPECT_EQ(there.tracks[region.track].path, fmt::format("p{}", planted.track));
    }
    const Writer writer(is_decimal);
    const double near = 1e-9;
    const Region region = whole_of(there.regions);
    EXPECT_NEAR(region.start_a, writer.seconds(planted.start), near);
    EXPECT_NEAR(region.end_a, writer.seconds(planted.end), near);
    EXPECT_NEAR(region.start_b, writer.seconds(planted.start), near);
    EXPECT_NEAR(region.end_b, writer.seconds(planted.end + planted.amount), near);
    EXPECT_NEAR(region.gain(), writer.seconds(planted.amount), near);
    EXPECT_NEAR(there.outside_regions, 0, near);
    options.alignment.threads = 3;
    expect_opposite(there, compare(b, a, options));
  }
  EXPECT_LT(parted, 10);
}

TEST(Planted, SlowdownsOfTwoTracksAreTwoRegions) {
  int found = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::vector<Track> tracks{random_track(random, 256), random_track(random, 256)};
    // The second one is much smaller.
    Planted large = plant(tracks, random, 25'600);
    const Planted small = plant(tracks, random, 256);
    if (large.track == small.track) continue;
    large.tracks[small.track] = small.tracks[small.track];
    const Trace a = read_tracks(tracks, false);
    const Trace b = read_tracks(large.tracks, false);
    const Comparison comparison = compare(a, b, {});
    ASSERT_EQ(comparison.regions.size(), 2U);
    ++found;
    for (const Region& region : comparison.regions) {
      const bool is_large = comparison.tracks[region.track].path == fmt::format("p{}", large.track);
      const Planted& planted = is_large ? large : small;
      EXPECT_EQ(region.start_a, Writer(false).seconds(planted.start));
      EXPECT_EQ(region.end_a, Writer(false).seconds(planted.end));
      EXPECT_EQ(region.gain(), Writer(false).seconds(planted.amount));
    }
  }
  EXPECT_GT(found, 30);
}

// A run of a minute in which all is a little slower, and one second much.
TEST(Planted, ASecondIsFoundInAMinuteThatDrifts) {
  for (const int64_t drift : {0, 1, 5, 10}) {
    for (const int64_t second : {0, 2, 30, 57, 59}) {
      SCOPED_TRACE(fmt::format("drift {} second {}", drift, second));
      Track slow;
      for (int64_t i = 0; i < 60; ++i) slow.push_back({'x', 1024 + drift});
      slow[size_t(second)].own = 2048;
      const Trace a = read_tracks({Track(60, Block{'x', 1024})}, false);
      const Trace b = read_tracks({slow}, false);
      const Comparison comparison = compare(a, b, {});
      ASSERT_FALSE(comparison.regions.empty());
      const Region& region = comparison.regions[0];
      EXPECT_EQ(region.start_a, static_cast<double>(second)) << place_text(region);
      EXPECT_EQ(region.end_a, static_cast<double>(second + 1)) << place_text(region);
      EXPECT_EQ(region.gain(), 1);
      // What drifts is reported as well, before and after.
      const std::size_t others = drift == 0 ? 0 : second == 0 || second == 59 ? 1 : 2;
      EXPECT_EQ(comparison.regions.size(), 1 + others);
    }
  }
}

TEST(Planted, TwoSlowdownsWithUnchangedStatesBetweenAreTwoRegions) {
  Track slow(60, Block{'x', 1024});
  for (const std::size_t i : {10, 11, 12, 20, 21}) slow[i].own = 1536;
  const Trace a = read_tracks({Track(60, Block{'x', 1024})}, false);
  const Trace b = read_tracks({slow}, false);
  const Comparison comparison = compare(a, b, {});
  ASSERT_EQ(comparison.regions.size(), 2U);
  EXPECT_EQ(comparison.regions[0].start_a, 10);
  EXPECT_EQ(comparison.regions[0].end_a, 13);
  EXPECT_EQ(comparison.regions[0].gain(), 1.5);
  EXPECT_EQ(comparison.regions[1].start_a, 20);
  EXPECT_EQ(comparison.regions[1].end_a, 22);
}

TEST(Planted, OfALoopInWhichOneStateTakesLongerTheRestIsPartOfTheRegion) {
  Track loop, slow;
  for (int turn = 0; turn < 40; ++turn) {
    for (const char name : {'x', 'y', 'z'}) {
      loop.push_back({name, 1024});
      slow.push_back({name, name == 'x' && turn >= 20 && turn < 25 ? 1536 : 1024});
    }
  }
  const Comparison comparison = compare(read_tracks({loop}, false), read_tracks({slow}, false), {});
  ASSERT_EQ(comparison.regions.size(), 1U);
  EXPECT_EQ(comparison.regions[0].start_a, 60);
  EXPECT_EQ(comparison.regions[0].end_a, 73);
  EXPECT_EQ(comparison.regions[0].gain(), 2.5);
}

TEST(Planted, ASmallerToleranceTellsMoreApart) {
  Track slow(100, Block{'x', 1024});
  for (std::size_t i = 0; i < 100; ++i) slow[i].own += i < 40 ? 512 : i < 80 ? 540 : 512;
  const Trace a = read_tracks({Track(100, Block{'x', 1024})}, false);
  const Trace b = read_tracks({slow}, false);
  ComparisonOptions options;
  EXPECT_EQ(compare(a, b, options).regions.size(), 1U);
  options.region_tolerance = 0.001;
  const Comparison fine = compare(a, b, options);
  ASSERT_EQ(fine.regions.size(), 3U);
  EXPECT_EQ(fine.regions[0].start_a, 40);
  EXPECT_EQ(fine.regions[0].end_a, 80);
}

TEST(Planted, SwappedNeighboursAreSwapsAndNothingElse) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Track track = random_track(random, 256);
    const std::size_t place = random() % (track.size() - 1);
    Track other = track;
    std::swap(other[place], other[place + 1]);
    if (track[place].name == track[place + 1].name) continue;
    const Trace a = read_tracks({track}, false);
    const Trace b = read_tracks({other}, false);
    ComparisonOptions options;
    options.descent = seed % 2 == 0 ? Descent::similar : Descent::always;
    const Comparison comparison = compare(a, b, options);
    const TrackComparison& compared = comparison.tracks[0];
    EXPECT_FALSE(comparison.is_equal());
    ASSERT_EQ(compared.swaps.size(), 1U);
    EXPECT_EQ(compared.gaps_a + compared.gaps_b + compared.mismatches, 0U);
    EXPECT_EQ(compared.divergences, 1U);
    EXPECT_EQ(compared.first_divergence->first, compared.swaps[0].first);
    const StateSwap& swap = compared.swaps[0];
    const auto name_a = [&](uint32_t row) { return a[a.states().value[row]].name.text; };
    const auto name_b = [&](uint32_t row) { return b[b.states().value[row]].name.text; };
    EXPECT_EQ(name_a(swap.first_in_a), name_b(swap.second_in_b));
    EXPECT_EQ(name_a(swap.second_in_a), name_b(swap.first_in_b));
    EXPECT_EQ(a.states().depth[swap.first_in_a], 0U);
    EXPECT_LT(swap.first_in_a, swap.second_in_a);
    EXPECT_LT(swap.first_in_b, swap.second_in_b);
    // Nothing took more time, except for what runs between states.
    for (const ValueDifference& row : comparison.by_value) {
      EXPECT_EQ(row.only_a + row.only_b, 0U);
      EXPECT_NEAR(row.time.total(), 0, 1e-9);
    }
    const Comparison back = compare(b, a, options);
    ASSERT_EQ(back.tracks[0].swaps.size(), 1U);
    EXPECT_EQ(back.tracks[0].swaps[0].first_in_b, swap.first_in_a);
    EXPECT_EQ(back.tracks[0].swaps[0].second_in_a, swap.second_in_b);
  }
}

TEST(Planted, StatesThatTookEachOthersPlaceAreASwap) {
  Track track(10, Block{'x', 1024});
  track[2].name = 'y';
  track[5].name = 'z';
  Track other = track;
  std::swap(other[2].name, other[5].name);
  const Comparison comparison =
      compare(read_tracks({track}, false), read_tracks({other}, false), {});
  const TrackComparison& compared = comparison.tracks[0];
  ASSERT_EQ(compared.swaps.size(), 1U);
  EXPECT_EQ(compared.swaps[0].first_in_a, 2U);
  EXPECT_EQ(compared.swaps[0].second_in_a, 5U);
  EXPECT_EQ(compared.swaps[0].time_a, 2);
  EXPECT_EQ(compared.swapped, 2U);
  EXPECT_EQ(compared.matches, 8U);
  EXPECT_EQ(compared.mismatches, 0U);
  EXPECT_EQ(comparison.by_value.size(), 3U);
  for (const ValueDifference& row : comparison.by_value) EXPECT_EQ(row.time.total(), 0);
}

TEST(Planted, AStateThatIsMissingIsNoSwap) {
  const Track track{{'x', 1024}, {'y', 1024}, {'z', 1024}};
  const Track moved_far{{'z', 1024}, {'x', 1024}, {'y', 1024}};
  const Track other{{'y', 1024}, {'x', 1024}, {'q', 1024}};
  for (const Track& changed : {Track{track[0], track[2]}, moved_far}) {
    const Comparison comparison =
        compare(read_tracks({track}, false), read_tracks({changed}, false), {});
    EXPECT_TRUE(comparison.tracks[0].swaps.empty());
  }
  EXPECT_EQ(
      compare(read_tracks({track}, false), read_tracks({other}, false), {}).tracks[0].swaps.size(),
      1U);
}

}  // namespace
}  // namespace paje
