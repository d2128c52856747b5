#include "analysis/posted_operations.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <utility>

namespace paje {

namespace {

constexpr double kSameInstant = 1e-9;
// Of the calls of a group; clocks may be wrong.
constexpr double kMostLeftEarly = 0.01;

struct Call {
  uint32_t value = 0;
  double start = 0;
  bool has_wait = false;
  double wait_start = 0, wait_end = 0;
  uint32_t wait_value = 0;
};

bool begins_operation(CallKind kind) {
  return kind == CallKind::post_all_to_all || kind == CallKind::post_one_to_all ||
         kind == CallKind::post_all_to_one;
}

// Outermost calls of a track, and what completes them.
class CallReader {
 public:
  CallReader(const Trace& trace, const TrackChoice& choice) : trace_(trace), choice_(choice) {}

  /// `received`: when links end at the track, in order.
  [[nodiscard]] std::vector<Call> read(const Track& rows, const std::vector<double>& received) {
    const StateColumns states = trace_.states();
    calls_.clear();
    pending_.clear();
    double whole_end = -std::numeric_limits<double>::infinity();
    uint32_t whole_depth = 0;
    for (uint64_t row = rows.first; row < rows.last; ++row) {
      if (states.start[row] < whole_end && states.depth[row] > whole_depth) continue;
      const uint32_t value = choice_.number_of_value[states.value[row].index];
      if (!is_one_piece(choice_.values[value].meaning)) continue;
      whole_end = states.end[row];
      whole_depth = states.depth[row];
      add(value, states.start[row], states.end[row], received);
    }
    return std::move(calls_);
  }

 private:
  static constexpr std::size_t kSend = std::numeric_limits<std::size_t>::max();

  void add(uint32_t value, double start, double end, const std::vector<double>& received) {
    const CallKind kind = choice_.values[value].meaning.kind;
    if (begins_operation(kind)) {
      pending_.push_back(calls_.size());
      calls_.push_back({.value = value, .start = start});
    } else if (kind == CallKind::send) {
      pending_.push_back(kSend);
    } else if (kind == CallKind::wait && !pending_.empty()) {
      const auto first = std::upper_bound(received.begin(), received.end(), start);
      const bool gets_message = first != received.end() && *first <= end;
      complete(value, start, end, gets_message);
    }
  }

  void complete(uint32_t value, double start, double end, bool gets_message) {
    const bool is_of_all = choice_.values[value].name.ends_with("aitall");
    if (gets_message && !is_of_all) return;  // a receive
    std::size_t completed = pending_.front();
    if (is_of_all) {
      // The last of them; the others are not seen to be waited for.
      for (const std::size_t each : pending_) {
        if (each != kSend) completed = each;
      }
      pending_.clear();
    } else {
      pending_.pop_front();
    }
    if (completed == kSend || gets_message) return;
    Call& call = calls_[completed];
    call.has_wait = true;
    call.wait_start = start;
    call.wait_end = end;
    call.wait_value = value;
  }

  const Trace& trace_;
  const TrackChoice& choice_;
  std::vector<Call> calls_;
  std::deque<std::size_t> pending_;  // kSend, or places in calls_
};

// The n-th calls of one value, of several tracks.
struct Operation {
  std::vector<std::pair<uint32_t, const Call*>> calls;  // by track
};

class OperationPlanner {
 public:
  OperationPlanner(const TrackChoice& choice, WaitPlan& plan) : choice_(choice), plan_(plan) {}

  /// All operations of one group.
  void add(const std::vector<Operation>& operations) {
    std::size_t waits = 0, early = 0;
    for (const Operation& operation : operations) {
      const std::size_t root = root_of(operation);
      for (std::size_t i = 0; i < operation.calls.size(); ++i) {
        if (!needs(operation, i, root)) continue;
        ++waits;
        early += is_early(*operation.calls[i].second, *operation.calls[root].second) ? 1 : 0;
      }
    }
    if (static_cast<double>(early) > kMostLeftEarly * static_cast<double>(waits)) return;
    for (const Operation& operation : operations) add(operation);
  }

 private:
  [[nodiscard]] CallKind kind_of(const Operation& operation) const {
    return choice_.values[operation.calls.front().second->value].meaning.kind;
  }
  static bool is_early(const Call& call, const Call& awaited) {
    return call.wait_end < awaited.start - kSameInstant;
  }

  // The call that others wait for: the last one, or the first that may be that of the root.
  [[nodiscard]] std::size_t root_of(const Operation& operation) const {
    const auto& calls = operation.calls;
    std::size_t last = 0;
    for (std::size_t i = 1; i < calls.size(); ++i) {
      if (calls[i].second->start > calls[last].second->start) last = i;
    }
    if (kind_of(operation) != CallKind::post_one_to_all) return last;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const bool is_possible = std::none_of(calls.begin(), calls.end(), [&](const auto& call) {
        return call.second->has_wait && is_early(*call.second, *calls[i].second);
      });
      if (is_possible) return i;
    }
    return last;
  }

  // Whether a call waits for that of `root`.
  [[nodiscard]] bool needs(const Operation& operation, std::size_t i, std::size_t root) const {
    const auto& calls = operation.calls;
    if (i == root || !calls[i].second->has_wait) return false;
    if (kind_of(operation) != CallKind::post_all_to_one) return true;
    // Of all to one, the root alone: the first that may be it.
    return std::none_of(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](const auto& call) {
                          return call.second->has_wait &&
                                 !is_early(*call.second, *calls[root].second);
                        }) &&
           !is_early(*calls[i].second, *calls[root].second);
  }

  void add(const Operation& operation) {
    const std::size_t root = root_of(operation);
    const auto number = static_cast<uint32_t>(plan_.dependencies.size());
    const bool is_from_root = kind_of(operation) == CallKind::post_one_to_all;
    bool has_any = false;
    for (std::size_t i = 0; i < operation.calls.size(); ++i) {
      const auto& [track, call] = operation.calls[i];
      // Of all, the one that came last waits for nobody, but with other costs it may.
      const bool waits = needs(operation, i, root) || (i == root && may_wait(operation, root));
      if (waits) plan_.calls.push_back({track, call->wait_start, call->wait_value, number});
      has_any = has_any || waits;
    }
    if (!has_any) return;
    for (std::size_t i = 0; i < operation.calls.size(); ++i) {
      if (is_from_root && i != root) continue;
      const auto& [track, call] = operation.calls[i];
      plan_.spans[track].push_back({call->start, call->start, number, call->value});
    }
    plan_.dependencies.push_back(kind_of(operation));
  }

  [[nodiscard]] bool may_wait(const Operation& operation, std::size_t i) const {
    return kind_of(operation) == CallKind::post_all_to_all && operation.calls[i].second->has_wait;
  }

  const TrackChoice& choice_;
  WaitPlan& plan_;
};

// When links end at each track, in order.
std::vector<std::vector<double>> ends_of_links(const Trace& trace, const TrackChoice& choice) {
  std::vector<std::vector<double>> ends(choice.tracks.size());
  const LinkColumns links = trace.links();
  for (std::size_t row = 0; row < links.end.size(); ++row) {
    const uint32_t track = choice.track_of_container[links.end_container[row].index];
    if (track != DependencyGraph::kNone) ends[track].push_back(links.end[row]);
  }
  for (auto& of_track : ends) std::sort(of_track.begin(), of_track.end());
  return ends;
}

// By value, then by the number of calls that tracks make.
using Groups = std::map<std::pair<uint32_t, std::size_t>, std::vector<Operation>>;

Groups group_calls(const std::vector<std::vector<Call>>& calls) {
  Groups groups;
  for (uint32_t track = 0; track < calls.size(); ++track) {
    std::map<uint32_t, std::vector<const Call*>> by_value;
    for (const Call& call : calls[track]) by_value[call.value].push_back(&call);
    for (const auto& [value, own] : by_value) {
      std::vector<Operation>& operations = groups[{value, own.size()}];
      operations.resize(own.size());
      for (std::size_t n = 0; n < own.size(); ++n) operations[n].calls.emplace_back(track, own[n]);
    }
  }
  return groups;
}

}  // namespace

void find_posted_operations(const Trace& trace, const TrackChoice& choice, ThreadPool& pool,
                            WaitPlan& plan) {
  if (std::none_of(choice.values.begin(), choice.values.end(),
                   [](const auto& value) { return begins_operation(value.meaning.kind); })) {
    return;
  }
  const auto received = ends_of_links(trace, choice);
  std::vector<std::vector<Call>> calls(choice.tracks.size());
  pool.for_each(calls.size(), [&](std::size_t i) {
    calls[i] = CallReader(trace, choice).read(choice.rows[i], received[i]);
  });
  plan.spans.resize(choice.tracks.size());
  OperationPlanner planner(choice, plan);
  for (const auto& [group, operations] : group_calls(calls)) {
    if (operations.front().calls.size() > 1) planner.add(operations);
  }
}

}  // namespace paje
