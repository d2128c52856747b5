#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/clock_bounds.hpp"
#include "analysis/clock_lines.hpp"
#include "analysis/logical_clock.hpp"
#include "paje/clocks.hpp"

namespace paje {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<LinearClock> linear_clocks(const Clocks& clocks) {
  std::vector<LinearClock> linear;
  for (const ClockOffset& track : clocks.tracks) linear.push_back({track.offset, track.drift});
  return linear;
}

// Chooses offsets in addition to the drifts of clocks. Returns false if there are none; then
// `conflict` has the contradicting tracks.
bool solve_offsets(const DependencyGraph& graph, ClockEvidence evidence, Clocks& clocks,
                   std::vector<uint32_t>& conflict) {
  std::vector<LinearClock> drifts = linear_clocks(clocks);
  for (LinearClock& clock : drifts) clock.offset = 0;
  const ClockBounds bounds(graph, drifts, evidence);
  const auto solution = bounds.solve(conflict);
  if (!solution) return false;
  for (std::size_t i = 0; i < clocks.tracks.size(); ++i) {
    ClockOffset& track = clocks.tracks[i];
    track.least = solution->least[i];
    track.greatest = solution->greatest[i];
    track.offset = bounds.are_wrong() ? solution->chosen[i] : 0;
  }
  return true;
}

// The total time by which messages and collectives end too early.
double violation(const DependencyGraph& graph, ClockEvidence evidence, const Clocks& clocks) {
  double sum = 0;
  const auto add = [&](double late) { sum += late > graph.resolution() ? late : 0; };
  for (const auto& message : graph.messages()) {
    add(clocks.corrected(graph.track_of_piece(message.source), graph.sent(message)) -
        clocks.corrected(graph.track_of_piece(message.target), graph.received(message)));
  }
  for (const auto& collective : graph.collectives()) {
    if (!waits_for_all(collective, evidence)) continue;
    double last = -kNever;
    const auto members = graph.members(collective);
    for (const uint32_t piece : members) {
      last = std::max(last, clocks.corrected(graph.track_of_piece(piece), graph.start(piece)));
    }
    for (const uint32_t piece : members) {
      add(last - clocks.corrected(graph.track_of_piece(piece), graph.end(piece)));
    }
  }
  return sum;
}

double add_drift(double before, double further) {
  return std::isinf(further) ? further : before + further + before * further;
}

// Adds lines that were found relative to `clocks`.
void add_lines(const std::vector<ClockLine>& lines, Clocks& clocks) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ClockOffset& track = clocks.tracks[i];
    track.offset += lines[i].clock.offset + lines[i].clock.drift * track.offset;
    track.drift = add_drift(track.drift, lines[i].clock.drift);
    clocks.have_drift = clocks.have_drift || track.drift != 0;
  }
}

// Bounds of the drifts in addition to the chosen clocks.
void find_drift_bounds(const DependencyGraph& graph, ClockEvidence evidence, Clocks& clocks) {
  const std::vector<ClockLine> lines =
      find_clock_lines(graph, linear_clocks(clocks), evidence, true);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ClockOffset& track = clocks.tracks[i];
    track.least_drift = add_drift(track.drift, std::min(0.0, lines[i].least_drift));
    track.greatest_drift = add_drift(track.drift, std::max(0.0, lines[i].greatest_drift));
  }
}

struct Candidates {
  std::vector<Clocks> all;
  bool is_solved = false;  // whether the last candidate is a solution
};

// If no constant offsets are possible: drifting clocks that are, or several approximations.
Candidates try_drifts(const DependencyGraph& graph, ClockEvidence evidence,
                      const Clocks& as_measured) {
  constexpr int kRounds = 4;
  Clocks level = as_measured;
  add_lines(find_clock_lines(graph, linear_clocks(level), evidence, false), level);
  Candidates candidates{{as_measured, std::move(level)}, false};
  Clocks drifting = as_measured;
  for (int round = 0; round < kRounds && !candidates.is_solved; ++round) {
    add_lines(find_clock_lines(graph, linear_clocks(drifting), evidence, true), drifting);
    Clocks solved = drifting;
    std::vector<uint32_t> conflict;
    candidates.is_solved = solve_offsets(graph, evidence, solved, conflict);
    if (candidates.is_solved) find_drift_bounds(graph, evidence, solved);
    candidates.all.push_back(candidates.is_solved ? std::move(solved) : drifting);
  }
  return candidates;
}

// The candidate that leaves the least violation to the logical clock.
Clocks best_of(const DependencyGraph& graph, ClockEvidence evidence, std::vector<Clocks> all) {
  std::size_t best = 0;
  std::vector<double> sums;
  for (const Clocks& clocks : all) {
    sums.push_back(violation(graph, evidence, clocks));
    if (sums.back() < sums[best]) best = sums.size() - 1;
  }
  return std::move(all[best]);
}

// Alternatives to constant offsets, the most certain first.
Clocks estimate_further(const DependencyGraph& graph, const Clocks& as_measured) {
  constexpr auto kAll = ClockEvidence::all_collectives, kNamed = ClockEvidence::named_collectives;
  Candidates drifting = try_drifts(graph, kAll, as_measured);
  if (drifting.is_solved) return std::move(drifting.all.back());
  const auto is_guess = [](const auto& collective) {
    return !collective.is_named && waits_for_all(collective, kAll);
  };
  if (std::any_of(graph.collectives().begin(), graph.collectives().end(), is_guess)) {
    Clocks clocks = as_measured;
    clocks.only_named_collectives = true;
    clocks.are_wrong = ClockBounds(graph, linear_clocks(clocks), kNamed).are_wrong();
    std::vector<uint32_t> conflict;
    if (solve_offsets(graph, kNamed, clocks, conflict)) return clocks;
    Candidates without = try_drifts(graph, kNamed, clocks);
    if (without.is_solved) return std::move(without.all.back());
  }
  Clocks clocks = best_of(graph, kAll, std::move(drifting.all));
  LogicalClock logical = run_logical_clock(graph, linear_clocks(clocks), kAll);
  clocks.steps = std::move(logical.steps);
  clocks.late_events = logical.late_events;
  clocks.unsolved = logical.unsolved;
  return clocks;
}

}  // namespace

double Clocks::largest() const {
  double result = 0;
  for (const ClockOffset& track : tracks) result = std::max(result, std::abs(track.offset));
  return result;
}

uint64_t Clocks::one_sided() const {
  return static_cast<uint64_t>(
      std::count_if(tracks.begin(), tracks.end(), [](const ClockOffset& track) {
        return std::isinf(track.least) != std::isinf(track.greatest);
      }));
}

double Clocks::largest_shift(uint32_t track) const {
  double result = 0;
  if (steps.empty()) return result;
  for (const ClockStep& step : steps[track]) result = std::max(result, step.shift);
  return result;
}

double Clocks::corrected(uint32_t track, double time) const {
  const ClockOffset& clock = tracks[track];
  const double linear = LinearClock{clock.offset, clock.drift}.corrected(time, start);
  if (steps.empty() || steps[track].empty()) return linear;
  const std::vector<ClockStep>& own = steps[track];
  const auto next = std::partition_point(own.begin(), own.end(),
                                         [&](const ClockStep& step) { return step.time < time; });
  if (next == own.end()) return linear + own.back().shift;
  if (next == own.begin() || next->time == time) return linear + next->shift;
  const ClockStep& before = *(next - 1);
  const double share = (time - before.time) / (next->time - before.time);
  return linear + before.shift + share * (next->shift - before.shift);
}

Clocks estimate_clocks(const DependencyGraph& graph) {
  Clocks clocks;
  clocks.start = graph.start();
  clocks.tracks.assign(graph.tracks().size(), {-kNever, kNever, 0});
  if (graph.tracks().empty()) return clocks;
  constexpr auto kAll = ClockEvidence::all_collectives;
  clocks.are_wrong = ClockBounds(graph, linear_clocks(clocks), kAll).are_wrong();
  std::vector<uint32_t> conflict;
  if (solve_offsets(graph, kAll, clocks, conflict) || !clocks.are_wrong) return clocks;
  clocks = estimate_further(graph, clocks);
  clocks.conflict = std::move(conflict);
  return clocks;
}

}  // namespace paje
