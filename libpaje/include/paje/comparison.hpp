// Compares two runs of one program: which states of A correspond to which of B, and which states
// account for the difference in time.
//
// A track of states is the states of one type in one container, in order of their starts, named by
// their values. Tracks of corresponding containers are aligned (paje/alignment.hpp), level by level
// if states nest; times do not influence the score. Then every interval of a track is assigned to
// one state, or to none (idle), and so is every part of the difference. All results group the same
// sum:
//
//   length in B - length in A = growth of what both have + only in B - only in A
//
// Times are in the unit of the traces, relative to the origin of their trace. After Farah and
// Schnorr (WSPPD 2015), who reimplemented the hierarchical alignment of Weber, Brendel and Brunst
// (2012).
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

/// How containers of two traces are matched: from the root down, among children of matched parents
/// with the same type name. Several with the same name match in order of creation.
enum class ContainerMatching : uint8_t {
  name,   ///< by name, so by path
  order,  ///< the first with the first, the second with the second, ...
};

/// What happens to the states below a state without an equal partner.
enum class Descent : uint8_t {
  /// Below two unequal partners, states are aligned if at least half of the longer list find equal
  /// partners: a renamed state does not hide what is inside it.
  similar,
  equal,   ///< they belong to that state and have no columns of their own
  always,  ///< states below unequal partners are aligned; states below a gap get columns
};

/// Where to place differing states if several placements have the same score.
enum class GapPlacement : uint8_t {
  durations,  ///< most subtrees equal, then most similar durations, then as late as possible
  late,       ///< most subtrees equal, then as late as possible
};

enum class Origin : uint8_t {
  start,  ///< the first start of a compared container or state: a later start is no difference
  zero,   ///< time 0: a later start is a difference
};

struct ComparisonOptions {
  AlignmentOptions alignment;  ///< its `threads` apply to the whole comparison
  ContainerMatching matching = ContainerMatching::name;
  /// Pairs of paths, in A and B, of containers that correspond. They are matched first; containers
  /// below them are matched by `matching`.
  std::vector<std::pair<std::string, std::string>> partners;
  /// If set, compares only containers for whose path (container_path()) it returns true.
  std::function<bool(std::string_view)> wants_container;
  std::string state_type;  ///< name; empty: all state types
  Descent descent = Descent::similar;
  GapPlacement placement = GapPlacement::durations;
  Origin origin = Origin::start;
  uint32_t slices = 20;            ///< number of time slices of A, for Comparison::slices
  double region_tolerance = 0.05;  ///< see Region; a share of the widest range of shifts of a track
  std::size_t most_regions = 1000;  ///< limit of Comparison::regions
  std::size_t most_links = 1000;    ///< limit of LinkComparison::longest and ::channels
};

/// A state of A with a state of B, or with a gap. Rows count from the first row of the track.
struct StateColumn {
  static constexpr uint32_t kGap = UINT32_MAX;
  uint32_t a = kGap;
  uint32_t b = kGap;

  [[nodiscard]] bool in_a() const { return a != kGap; }
  [[nodiscard]] bool in_b() const { return b != kGap; }
  friend bool operator==(const StateColumn&, const StateColumn&) = default;
};

/// A value of states: the name and its state type. Number 0 is idle: time of a track without
/// states.
struct ComparedValue {
  std::string type;
  std::string name;
};

/// The pair of equal states whose exclusive time changed most.
struct WorstPair {
  double stretch = 0;  ///< exclusive time in B less that in A
  uint32_t track = 0;
  double time_a = 0, time_b = 0;  ///< when it starts
};

/// Sums of exclusive time. The states of an unequal pair count as one only in A and one only in B.
/// Swapped states count as being in both.
struct PAJE_EXPORT TimeDifference {
  double in_a = 0;  ///< of what both have, in A
  double in_b = 0;
  double only_a = 0;
  double only_b = 0;

  [[nodiscard]] double stretch() const { return in_b - in_a; }
  [[nodiscard]] double total() const { return stretch() + only_b - only_a; }
  TimeDifference& operator+=(const TimeDifference& other);
};

struct ValueDifference {
  uint32_t value = 0;  ///< index in Comparison::values
  TimeDifference time;
  uint64_t pairs = 0;               ///< pairs of equal states
  uint64_t only_a = 0, only_b = 0;  ///< columns; states without columns count only in `time`
  WorstPair worst;
  uint32_t leading_track = 0;  ///< the track with the greatest |total|
  double leading_total = 0;    ///< its total
  double sum_of_amounts = 0;   ///< sum of |total| over all tracks, which may cancel out in `time`
};

struct ValueAmount {
  uint32_t value = 0;
  double amount = 0;  ///< time in B less time in A
};

/// Consecutive columns that are not pairs of equal states.
struct Divergence {
  uint64_t first = 0;             ///< index in TrackComparison::columns
  uint64_t length = 0;            ///< columns
  double time_a = 0, time_b = 0;  ///< starts of the first state; at a gap, the time reached
};

/// Two neighbouring states in the opposite order in B: X Y in A, Y X in B, with equal states below
/// them; or two states that exchanged places, with equal states between them.
struct StateSwap {
  uint64_t first = 0, last = 0;              ///< indices in TrackComparison::columns
  uint32_t first_in_a = 0, second_in_a = 0;  ///< rows; the first in A is the second in B
  uint32_t first_in_b = 0, second_in_b = 0;
  double time_a = 0, time_b = 0;  ///< start of the first state
};

/// An interval of a track in which the shift (how much later B is than A) grows or shrinks. It
/// starts and ends at borders of states. If the shift changes at two rates, there are two regions,
/// provided that a single line would miss a state by more than the tolerance and by more than the
/// scatter of states around their own line. Outside all regions of a track, the shift changes only
/// by rounding, or returns to its value within the tolerance. Exchanging A and B negates the gains
/// and changes nothing else.
struct Region {
  uint32_t track = 0;
  double start_a = 0, end_a = 0, start_b = 0, end_b = 0;
  std::vector<ValueAmount> values;  ///< greatest amounts first
  [[nodiscard]] double gain() const { return (end_b - start_b) - (end_a - start_a); }
};

struct TrackComparison {
  Track a, b;        ///< invalid container if the trace lacks the track
  std::string path;  ///< of the container, in A if it exists there
  std::string type;  ///< name of the state type
  uint64_t matches = 0, mismatches = 0;
  uint64_t gaps_a = 0, gaps_b = 0;  ///< states only in A, only in B, including those below them
  uint64_t swapped = 0;             ///< states of A in `swaps`, which the other counts exclude
  int64_t score = 0;
  /// Score / best possible score, match * (states in A + in B) / 2; at least 0.
  double similarity = 0;
  double length_a = 0, length_b = 0;  ///< from the origin to the end of the container
  TimeDifference time;                ///< time.total() is length_b - length_a
  std::vector<ValueAmount> values;    ///< parts of time.total(), greatest amounts first
  double least_shift = 0, greatest_shift = 0;
  uint64_t divergences = 0;
  std::optional<Divergence> first_divergence;
  std::vector<StateSwap> swaps;  ///< in order of columns; each swap is one divergence
  /// In order of starts in both traces; a state precedes those below it.
  std::vector<StateColumn> columns;

  [[nodiscard]] bool in_both() const { return a.container.valid() && b.container.valid(); }
  [[nodiscard]] bool is_equal() const {
    return in_both() && mismatches == 0 && gaps_a == 0 && gaps_b == 0 && swaps.empty();
  }
};

/// A link of A and its partner in B.
struct LinkPair {
  uint64_t row_a = 0, row_b = 0;    ///< in the link columns
  double start_a = 0, start_b = 0;  ///< relative to the origins
  double duration_a = 0, duration_b = 0;
  [[nodiscard]] double stretch() const { return duration_b - duration_a; }
};

/// Links of one type and value between two containers. Links with the same key are partners if keys
/// are unique and most of them are in both runs (all, if both have the same number). Otherwise
/// links are paired in order of their starts.
struct ChannelDifference {
  std::string type, value, from, to;
  uint64_t in_a = 0, in_b = 0;
  bool by_key = false;  ///< some pairs differ from the order of starts
  uint64_t only_a = 0, only_b = 0;
  /// Start of the first link without partner; nothing if only the counts differ.
  std::optional<double> first_only_a, first_only_b;
  uint64_t pairs = 0;
  double duration_a = 0, duration_b = 0;  ///< sums over the pairs
  LinkPair longest;                       ///< the pair with the greatest |stretch()|
  [[nodiscard]] double stretch() const { return duration_b - duration_a; }
};

/// duration_b - duration_a is paired_b - paired_a plus that of links without partners.
struct LinkComparison {
  uint64_t in_a = 0, in_b = 0;
  double duration_a = 0, duration_b = 0;  ///< sums over all links
  uint64_t pairs = 0;
  double paired_a = 0, paired_b = 0;           ///< sums over links with partners
  std::vector<ChannelDifference> differences;  ///< channels in which some links have no partner
  /// Channels whose pairs changed in duration, the one with the greatest |stretch()| first.
  std::vector<ChannelDifference> channels;
  std::vector<LinkPair> longest;  ///< pairs with the greatest non-zero |stretch()|
};

/// A variable in both runs. Its values are compared at the same place of both runs: at
/// corresponding points of the states of the first type of its container, or, in a container
/// without states, after the same time since the origins.
struct VariableComparison {
  ContainerId container_a, container_b;
  std::string path, type;
  double integral_a = 0, integral_b = 0;  ///< integral of the value over time
  double mean_a = 0, mean_b = 0;          ///< over the time with a value
  /// The greatest difference between values at one place, and where it starts. 0 if the variable
  /// never has a value in both runs at one place.
  double value_a = 0, value_b = 0;
  double time_a = 0, time_b = 0;
  [[nodiscard]] double largest() const { return value_b - value_a; }
};

struct TimeSlice {
  double start = 0, end = 0;  ///< in A
  double total = 0;
  std::vector<ValueAmount> values;  ///< greatest amounts first
};

struct PAJE_EXPORT Comparison {
  double origin_a = 0, origin_b = 0;
  double length_a = 0, length_b = 0;  ///< from the origin to the last event of the run
  /// First the tracks of both traces, in order of A's containers; then those only in A, then only
  /// in B.
  std::vector<TrackComparison> tracks;
  std::size_t paired_tracks = 0;
  TimeDifference time;    ///< all tracks of both traces
  double similarity = 0;  ///< mean over the tracks of both traces, weighted by their states
  std::vector<ComparedValue> values;
  /// For every ValueId of A and B that names states, its index in `values`; otherwise 0.
  std::vector<uint32_t> numbers_a, numbers_b;
  std::vector<ValueDifference> by_value;  ///< greatest |total| first
  std::vector<Region> regions;            ///< greatest |gain| first
  double outside_regions = 0;             ///< time.total() less the gains of `regions`
  std::vector<TimeSlice> slices;
  LinkComparison links;
  std::vector<VariableComparison> variables;  ///< greatest relative difference of means first

  /// Whether every track has a partner with equal states, and every link has a partner.
  [[nodiscard]] bool is_equal() const;
};

/// Compares trace B with trace A. The result does not depend on the number of threads. The time is
/// that of the alignments, nearly linear in the number of states for similar tracks. Memory: 8
/// bytes per state, plus 24 bytes per state of the tracks in progress. Throws
/// std::invalid_argument, with a message for users, if there is nothing to compare (no states, no
/// such type, no wanted container) or a path in `partners` has no container; TimeError if a trace
/// has a time that cannot be measured; and what align() throws.
[[nodiscard]] PAJE_EXPORT Comparison compare(const Trace& a, const Trace& b,
                                             const ComparisonOptions& options = {});

/// The states of a track, as walk_columns() needs them.
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

/// The position of a walk through the columns: time reached in A and in B.
struct WalkTime {
  double a = 0;
  double b = 0;
  [[nodiscard]] double shift() const { return b - a; }
};

/// Walks through the columns of a track in order of time in both traces, from 0 to both lengths.
/// Visitor has
///   void pass(const WalkTime& from, const WalkTime& to);    time passes in the innermost state
///   void enter(const StateColumn& column, const WalkTime&); a state starts (in A, B, or both)
///   void leave(const StateColumn& column, const WalkTime&); the innermost state ends
/// At a gap, time does not advance in the other trace. O(columns).
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
