// Two runs of one program, compared: which states of A correspond to those of B, and where the
// time went that one takes more than the other.
//
// A track of states is the states of one type in one container, in order of their starts, named by
// their values. Tracks of containers that belong together are aligned (paje/alignment.hpp), where
// states nest level by level; time plays no part in what an alignment scores. Then time is put
// back: every stretch of a track belongs to one state, or to no state (idle), and so does every
// stretch of difference. What is shown of it is always a grouping of one sum:
//
//   length in B - length in A = longer in B, of what both have, + only in B - only in A
//
// Times are seconds, or whatever the traces count, since the origin of their trace. After Farah and
// Schnorr (WSPPD 2015), who rebuilt the hierarchical alignment of Weber, Brendel and Brunst (2012).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paje/alignment.hpp"
#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// How containers of two traces find their partners: from the root down, among the children of
/// partners, of one type name. Several of one name are taken in order of creation.
enum class ContainerMatching : uint8_t {
  name,   ///< those of one name, so of one path
  order,  ///< the first with the first, the second with the second
};

/// What is done with the states below one that has no equal partner.
enum class Descent : uint8_t {
  /// Those of two unequal partners are aligned if at least half of the longer list find equal
  /// partners: a state that was renamed does not hide what is in it.
  similar,
  equal,   ///< they are part of it: no columns of their own
  always,  ///< those of unequal partners are aligned; below a gap each is a column of its own
};

/// Where differing states are put among places that score the same.
enum class GapPlacement : uint8_t {
  durations,  ///< where most subtrees are equal, then durations, then as late as they can
  late,       ///< where most subtrees are equal, then as late as they can
};

enum class Origin : uint8_t {
  start,  ///< the first start of a compared container or state: runs may begin at any time
  zero,   ///< time 0: a later begin is a difference
};

struct ComparisonOptions {
  AlignmentOptions alignment;  ///< its threads are used for the whole comparison
  ContainerMatching matching = ContainerMatching::name;
  /// Paths in A and in B of containers that belong together, before all matching; what is below
  /// them is matched as `matching` says.
  std::vector<std::pair<std::string, std::string>> partners;
  /// If set, only containers for whose path (names below the root, joined by '/') it is true.
  std::function<bool(std::string_view)> wants_container;
  std::string state_type;  ///< by name; empty: all state types
  Descent descent = Descent::similar;
  GapPlacement placement = GapPlacement::durations;
  Origin origin = Origin::start;
  uint32_t slices = 20;             ///< that A's time is cut into, for Comparison::slices
  double region_tolerance = 0.05;   ///< see Region; a part of the widest range of shift of a track
  std::size_t most_regions = 1000;  ///< that are kept
  std::size_t most_links = 1000;    ///< that LinkComparison::longest and ::channels keep
};

/// A state of A next to one of B, or next to a gap. Rows count from the track's first.
struct StateColumn {
  static constexpr uint32_t kGap = UINT32_MAX;
  uint32_t a = kGap;
  uint32_t b = kGap;

  [[nodiscard]] bool in_a() const { return a != kGap; }
  [[nodiscard]] bool in_b() const { return b != kGap; }
  friend bool operator==(const StateColumn&, const StateColumn&) = default;
};

/// What states bear: a name of a state type. Number 0 is idle: time of a track outside its states.
struct ComparedValue {
  std::string type;
  std::string name;
};

/// The pair of equal states that grew or shrank most.
struct WorstPair {
  double stretch = 0;  ///< time in B less that in A, without that of the states below it
  uint32_t track = 0;
  double time_a = 0, time_b = 0;  ///< when it starts
};

/// Amounts of time, each that of the innermost state or of none. The states of an unequal pair
/// count as one only in A and one only in B, those that changed places as in both.
struct PAJE_EXPORT TimeDifference {
  double in_a = 0;  ///< of what both have, time in A
  double in_b = 0;
  double only_a = 0;
  double only_b = 0;

  [[nodiscard]] double stretch() const { return in_b - in_a; }
  [[nodiscard]] double total() const { return stretch() + only_b - only_a; }
  TimeDifference& operator+=(const TimeDifference& other);
};

struct ValueDifference {
  uint32_t value = 0;  ///< in Comparison::values
  TimeDifference time;
  uint64_t pairs = 0;               ///< equal states
  uint64_t only_a = 0, only_b = 0;  ///< columns; time of states without columns is in `time`
  WorstPair worst;
  uint32_t leading_track = 0;  ///< the one with the largest part of |total|
  double leading_total = 0;    ///< that part
  double sum_of_amounts = 0;   ///< of |total| of all tracks, which may cancel out in `time`
};

struct ValueAmount {
  uint32_t value = 0;
  double amount = 0;  ///< more in B than in A
};

/// Columns in a row that are not pairs of equal states.
struct Divergence {
  uint64_t first = 0;             ///< in TrackComparison::columns
  uint64_t length = 0;            ///< columns
  double time_a = 0, time_b = 0;  ///< of the first state; next to a gap, how far the run has come
};

/// Two states next to each other that come the other way round in B: X Y in A, Y X in B, with equal
/// states below them; or two that took each other's place, with equal states between.
struct StateSwap {
  uint64_t first = 0, last = 0;              ///< in TrackComparison::columns
  uint32_t first_in_a = 0, second_in_a = 0;  ///< rows; the first in A is the second in B
  uint32_t first_in_b = 0, second_in_b = 0;
  double time_a = 0, time_b = 0;  ///< when the first one starts
};

/// A part of a track over which the shift (how much later B is than A) grows or shrinks. Its ends
/// are those of states, where that begins and stops. Where the shift changes at two rates, these
/// are two regions, if a line through both would miss a state by more than the tolerance and that
/// is more than the states of one rate differ among themselves. Outside of the regions of a track
/// the shift changes by rounding only, or goes back to where it was within the tolerance. If A and
/// B are exchanged, regions are the same with the opposite gain.
struct Region {
  uint32_t track = 0;
  double start_a = 0, end_a = 0, start_b = 0, end_b = 0;
  std::vector<ValueAmount> values;  ///< largest amounts first
  [[nodiscard]] double gain() const { return (end_b - start_b) - (end_a - start_a); }
};

struct TrackComparison {
  Track a, b;        ///< an invalid container where the trace does not have the track
  std::string path;  ///< of the container, in A if it is there
  std::string type;  ///< name of the state type
  uint64_t matches = 0, mismatches = 0;
  uint64_t gaps_a = 0, gaps_b = 0;  ///< states only in A, only in B, with those below them
  uint64_t swapped = 0;             ///< states of A in `swaps` that are in none of these counts
  int64_t score = 0;
  /// Score divided by that of all states matched, match * (states in A + in B) / 2; not below 0.
  double similarity = 0;
  double length_a = 0, length_b = 0;  ///< from the origin to the container's end
  TimeDifference time;                ///< time.total() is length_b - length_a
  std::vector<ValueAmount> values;    ///< what that is made of, largest amounts first
  double least_shift = 0, greatest_shift = 0;
  uint64_t divergences = 0;
  std::optional<Divergence> first_divergence;
  std::vector<StateSwap> swaps;  ///< in order of their columns; each is one divergence
  /// In order of their starts in either trace, a state before those below it.
  std::vector<StateColumn> columns;

  [[nodiscard]] bool in_both() const { return a.container.valid() && b.container.valid(); }
  [[nodiscard]] bool is_equal() const {
    return in_both() && mismatches == 0 && gaps_a == 0 && gaps_b == 0 && swaps.empty();
  }
};

/// A link of A and its partner.
struct LinkPair {
  uint64_t row_a = 0, row_b = 0;    ///< in the columns of links
  double start_a = 0, start_b = 0;  ///< since the origins
  double duration_a = 0, duration_b = 0;
  [[nodiscard]] double stretch() const { return duration_b - duration_a; }
};

/// Links of one type and value from one container to another. Partners are those of one key, where
/// keys distinguish them, and most are in both runs (all, if there are as many); else links pair in
/// order of their starts.
struct ChannelDifference {
  std::string type, value, from, to;
  uint64_t in_a = 0, in_b = 0;
  bool by_key = false;  ///< not all pairs are what the order of starts would give
  uint64_t only_a = 0, only_b = 0;
  /// Start of the first one without partner; nothing if only the number is known to differ.
  std::optional<double> first_only_a, first_only_b;
  uint64_t pairs = 0;
  double duration_a = 0, duration_b = 0;  ///< of the pairs
  LinkPair longest;                       ///< the pair with the largest |stretch()|
  [[nodiscard]] double stretch() const { return duration_b - duration_a; }
};

/// duration_b - duration_a is paired_b - paired_a and what links without partners last.
struct LinkComparison {
  uint64_t in_a = 0, in_b = 0;
  double duration_a = 0, duration_b = 0;  ///< of all
  uint64_t pairs = 0;
  double paired_a = 0, paired_b = 0;           ///< of links with partners
  std::vector<ChannelDifference> differences;  ///< where some have no partner
  /// Those whose pairs last longer or shorter; largest |stretch()| of all pairs first.
  std::vector<ChannelDifference> channels;
  std::vector<LinkPair> longest;  ///< pairs with the largest |stretch()|, if not 0
};

/// A variable in both runs. Values are compared where both runs have come to the same place: where
/// the states of the first type of its container do, or where the same time has passed since the
/// origins in a container without states.
struct VariableComparison {
  ContainerId container_a, container_b;
  std::string path, type;
  double integral_a = 0, integral_b = 0;  ///< value times time
  double mean_a = 0, mean_b = 0;          ///< over the time that it has a value
  /// Largest difference of the values, 0 if they are never in both at one place, and where it
  /// begins.
  double value_a = 0, value_b = 0;
  double time_a = 0, time_b = 0;
  [[nodiscard]] double largest() const { return value_b - value_a; }
};

struct TimeSlice {
  double start = 0, end = 0;  ///< in A
  double total = 0;
  std::vector<ValueAmount> values;  ///< largest amounts first
};

struct PAJE_EXPORT Comparison {
  double origin_a = 0, origin_b = 0;
  double length_a = 0, length_b = 0;  ///< of the runs, from the origin to the last event
  /// Those of both traces first, in order of A's containers; then those of A only, then of B only.
  std::vector<TrackComparison> tracks;
  std::size_t paired_tracks = 0;
  TimeDifference time;    ///< of all tracks of both
  double similarity = 0;  ///< mean of the tracks of both, weighted by their states
  std::vector<ComparedValue> values;
  /// Of every ValueId of A and of B that names states, its number in `values`; else 0.
  std::vector<uint32_t> numbers_a, numbers_b;
  std::vector<ValueDifference> by_value;  ///< largest |total| first
  std::vector<Region> regions;            ///< largest |gain| first
  double outside_regions = 0;             ///< what the gains of `regions` leave of time.total()
  std::vector<TimeSlice> slices;
  LinkComparison links;
  std::vector<VariableComparison> variables;  ///< the means that differ most, in parts, first

  /// Whether all tracks have partners with equal states, and all links have partners.
  [[nodiscard]] bool is_equal() const;
};

/// Compares trace B with A. The result does not depend on the number of threads. Time is that of
/// the alignments, which for similar tracks is near to the number of states; memory 8 bytes a state
/// besides, and 24 for each state of a track at work. Throws std::invalid_argument, with a message
/// for people, when there is nothing to compare (no states, no such type, no wanted container) or a
/// path of `partners` is of no container, TimeError if a time of either cannot be measured, and
/// what align() throws.
[[nodiscard]] PAJE_EXPORT Comparison compare(const Trace& a, const Trace& b,
                                             const ComparisonOptions& options = {});

/// The states of one track in one trace as walk_columns() needs them.
struct PAJE_EXPORT TrackStates {
  TrackStates() = default;
  TrackStates(const Trace& trace, const Track& track, double from_origin);

  std::span<const double> start, end;
  std::span<const ValueId> value;
  std::span<const uint32_t> depth;
  double origin = 0;
  double length = 0;  ///< of the track

  [[nodiscard]] double start_of(uint32_t row) const { return start[row] - origin; }
  [[nodiscard]] double end_of(uint32_t row) const { return end[row] - origin; }
};

/// Where a walk through the columns of a track is: how far in A, how far in B.
struct WalkTime {
  double a = 0;
  double b = 0;
  [[nodiscard]] double shift() const { return b - a; }
};

/// Goes through the columns of a track as time passes in both traces: from 0 to both lengths.
/// Visitor has
///   void pass(const WalkTime& from, const WalkTime& to);    time passes in what was entered last
///   void enter(const StateColumn& column, const WalkTime&); a state begins (in A, B, or both)
///   void leave(const StateColumn& column, const WalkTime&); the state entered last ends
/// Next to a gap, time of the other trace stands still. O(columns).
template <class Visitor>
void walk_columns(const TrackStates& a, const TrackStates& b, std::span<const StateColumn> columns,
                  Visitor&& visitor) {
  WalkTime now;
  std::vector<StateColumn> open;
  const auto pass_to = [&](const WalkTime& then) {
    visitor.pass(now, then);
    now = then;
  };
  const auto leave = [&] {
    const StateColumn top = open.back();
    pass_to({top.in_a() ? a.end_of(top.a) : now.a, top.in_b() ? b.end_of(top.b) : now.b});
    visitor.leave(top, now);
    open.pop_back();
  };
  const auto is_inside = [&](const StateColumn& column, const StateColumn& outer) {
    if (column.in_a()) return outer.in_a() && a.depth[column.a] > a.depth[outer.a];
    return outer.in_b() && b.depth[column.b] > b.depth[outer.b];
  };
  for (const StateColumn& column : columns) {
    while (!open.empty() && !is_inside(column, open.back())) leave();
    pass_to({column.in_a() ? a.start_of(column.a) : now.a,
             column.in_b() ? b.start_of(column.b) : now.b});
    visitor.enter(column, now);
    open.push_back(column);
  }
  while (!open.empty()) leave();
  pass_to({a.length, b.length});
}

}  // namespace paje
