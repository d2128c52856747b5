#include "analysis/posted_operations.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace paje {

namespace {

constexpr double kSameInstant = 1e-9;
// Share of the calls of a group that may end too early, because clocks may be wrong.
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

// Reads the outermost calls of a track, and the waits that complete them.
class CallReader {
 public:
  CallReader(const Trace& trace, const TrackChoice& choice) : trace_(trace), choice_(choice) {}

  /// `received`: the ends of links on the track, in order.
  [[nodiscard]] std::vector<Call> read(const Track& rows, const std::vector<double>& received) {
    const StateColumns states = trace_.states();
    calls_.clear();
    pending_.clear();
    double whole_end = -std::numeric_limits<double>::infinity();
    uint32_t whole_depth = 0;
    for (uint64_t row = rows.first; row < rows.last; ++row) {
      if (states.start[row] < whole_end && states.depth[row] > whole_depth) continue;
      const uint32_t value = choice_.number_of(row, states.value[row]);
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
    if (gets_message && !is_of_all) return;  // it completes a receive
    std::size_t completed = pending_.front();
    if (is_of_all) {
      // The last of them; waits for the others cannot be seen.
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
  std::deque<std::size_t> pending_;  // kSend, or an index in calls_
};

// The n-th calls of one value on several tracks.
struct Operation {
  std::vector<std::pair<uint32_t, const Call*>> calls;  // by track
};

// The call that others wait for (the last one, or that of the root), and the calls that wait.
struct Roles {
  std::size_t awaited = 0;
  std::optional<std::size_t> waiting;  // the only call that waits; if not set, all others do
};

class OperationPlanner {
 public:
  OperationPlanner(const TrackChoice& choice, WaitPlan& plan) : choice_(choice), plan_(plan) {}

  /// Adds all operations of one group.
  void add(const std::vector<Operation>& operations) {
    std::size_t waits = 0, early = 0;
    for (const Operation& operation : operations) {
      const Roles roles = roles_in(operation);
      for (std::size_t i = 0; i < operation.calls.size(); ++i) {
        if (!waits_for_others(operation, roles, i)) continue;
        ++waits;
        early += is_early(*operation.calls[i].second, awaited_start(operation, roles)) ? 1 : 0;
      }
    }
    if (static_cast<double>(early) > kMostLeftEarly * static_cast<double>(waits)) return;
    for (const Operation& operation : operations) add(operation);
  }

 private:
  [[nodiscard]] CallKind kind_of(const Operation& operation) const {
    return choice_.values[operation.calls.front().second->value].meaning.kind;
  }
  static bool is_early(const Call& call, double awaited) {
    return call.wait_end < awaited - kSameInstant;
  }
  static double awaited_start(const Operation& operation, const Roles& roles) {
    return operation.calls[roles.awaited].second->start;
  }

  // The root is the first track that is possible.
  [[nodiscard]] Roles roles_in(const Operation& operation) const {
    const auto& calls = operation.calls;
    Roles roles;
    double first_end = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Call& call = *calls[i].second;
      if (call.start > calls[roles.awaited].second->start) roles.awaited = i;
      if (call.has_wait) first_end = std::min(first_end, call.wait_end);
    }
    const auto find = [&](auto&& is_possible) {
      const auto found = std::find_if(calls.begin(), calls.end(),
                                      [&](const auto& call) { return is_possible(*call.second); });
      return static_cast<std::size_t>(found - calls.begin());
    };
    if (kind_of(operation) == CallKind::post_one_to_all) {
      const std::size_t root =
          find([&](const Call& call) { return call.start <= first_end + kSameInstant; });
      if (root < calls.size()) roles.awaited = root;
    } else if (kind_of(operation) == CallKind::post_all_to_one) {
      const double last = awaited_start(operation, roles);
      roles.waiting =
          find([&](const Call& call) { return call.has_wait && !is_early(call, last); });
    }
    return roles;
  }

  static bool waits_for_others(const Operation& operation, const Roles& roles, std::size_t i) {
    const bool may_wait = roles.waiting ? *roles.waiting == i : i != roles.awaited;
    return may_wait && operation.calls[i].second->has_wait;
  }

  void add(const Operation& operation) {
    const Roles roles = roles_in(operation);
    const auto number = static_cast<uint32_t>(plan_.dependencies.size());
    const CallKind kind = kind_of(operation);
    bool has_any = false;
    for (std::size_t i = 0; i < operation.calls.size(); ++i) {
      const auto& [track, call] = operation.calls[i];
      // In an all-to-all operation the last member waits for nobody, but with other costs it may.
      const bool may_wait = kind == CallKind::post_all_to_all && call->has_wait;
      if (!may_wait && !waits_for_others(operation, roles, i)) continue;
      plan_.calls.push_back({track, call->wait_start, call->wait_value, number});
      has_any = true;
    }
    if (!has_any) return;
    for (std::size_t i = 0; i < operation.calls.size(); ++i) {
      if (kind == CallKind::post_one_to_all && i != roles.awaited) continue;
      const auto& [track, call] = operation.calls[i];
      plan_.spans[track].push_back({call->start, call->start, number, call->value});
    }
    plan_.dependencies.push_back(kind);
  }

  const TrackChoice& choice_;
  WaitPlan& plan_;
};

// Ends of links on each track, in order.
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

// By value, then by the number of calls on a track.
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
