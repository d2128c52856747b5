#include "analysis/choose_tracks.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "analysis/natural_order.hpp"
#include "analysis/value_categories.hpp"

namespace paje {

namespace {

// Values of one name are one: those of several types, and those that several definitions name
// alike.
void number_values(const Trace& trace, TrackChoice& choice) {
  std::unordered_map<std::string_view, uint32_t> numbers;
  choice.values.push_back({"", {ValueClass::compute, CallKind::local, true}, {}});
  numbers.emplace("", 0);
  choice.number_of_value.reserve(trace.values().size());
  const std::vector<std::string_view> categories = categories_of_values(trace);
  for (const EntityValue& value : trace.values()) {
    if (trace[value.type].kind != TypeKind::state) {
      choice.number_of_value.push_back(0);
      continue;
    }
    const std::string_view name = value.name.text;
    const auto [found, is_new] = numbers.emplace(name, static_cast<uint32_t>(choice.values.size()));
    if (is_new) choice.values.push_back({name, {}, {}});
    DependencyGraph::Value& one = choice.values[found->second];
    if (one.category.empty() && !categories.empty()) {
      one.category = categories[choice.number_of_value.size()];
    }
    choice.number_of_value.push_back(found->second);
  }
}

bool is_call(CallKind kind) { return kind != CallKind::local && kind != CallKind::wait; }

// Once all categories are known.
void classify_values(const Classes& classes, TrackChoice& choice) {
  choice.links_connect_tasks = true;
  for (std::size_t i = 1; i < choice.values.size(); ++i) {
    DependencyGraph::Value& value = choice.values[i];
    const Classes::Rule* rule = classes.rule_for(value.name, value.category);
    if (rule == nullptr) continue;
    value.meaning = rule->meaning;
    // A device between whose kernels there is nothing is idle, also if some of them communicate.
    if (is_call(rule->meaning.kind) && rule->origin != "NCCL") choice.links_connect_tasks = false;
  }
  if (choice.links_connect_tasks) choice.values.front().meaning.value_class = ValueClass::idle;
}

// A worker whose first task depends on others waits for them from the start of the run on.
void set_starts(const Trace& trace, TrackChoice& choice) {
  const auto states = trace.states().start;
  double first = std::numeric_limits<double>::infinity();
  for (const Track& track : choice.rows) {
    choice.starts.push_back(states[track.first]);
    first = std::min(first, choice.starts.back());
  }
  if (!choice.links_connect_tasks) return;
  const LinkColumns links = trace.links();
  for (std::size_t row = 0; row < links.end.size(); ++row) {
    const uint32_t track = choice.track_of_container[links.end_container[row].index];
    if (track == DependencyGraph::kNone) continue;
    if (links.end[row] > first && links.end[row] <= choice.starts[track]) {
      choice.starts[track] = first;
    }
  }
}

bool communicates(const Trace& trace, const Track& track, const TrackChoice& choice) {
  const auto values = trace.states().value.subspan(track.first, track.size());
  return std::any_of(values.begin(), values.end(), [&](ValueId value) {
    return choice.values[choice.number_of_value[value.index]].meaning.value_class ==
           ValueClass::communication;
  });
}

// Of tracks of one container.
Track best_of(const Trace& trace, std::span<const Track> tracks, const TrackChoice& choice) {
  if (tracks.size() == 1) return tracks.front();
  Track best = tracks.front();
  bool best_communicates = communicates(trace, best, choice);
  for (const Track& track : tracks.subspan(1)) {
    const bool it_does = communicates(trace, track, choice);
    if (it_does > best_communicates ||
        (it_does == best_communicates && track.size() > best.size())) {
      best = track;
      best_communicates = it_does;
    }
  }
  return best;
}

std::vector<Track> tracks_with_states(const Trace& trace) {
  std::vector<Track> found;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::state && track.size() > 0) found.push_back(track);
  }
  return found;
}

void sort_by_name(const Trace& trace, std::vector<Track>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Track& a, const Track& b) {
    return natural_order(trace[a.container].name.text, trace[b.container].name.text) < 0;
  });
}

}  // namespace

TrackChoice choose_tracks(const Trace& trace, const Classes& classes, ThreadPool& pool) {
  TrackChoice choice;
  number_values(trace, choice);
  classify_values(classes, choice);
  const std::vector<Track> all = tracks_with_states(trace);
  std::vector<std::span<const Track>> containers;
  for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
    while (last < all.size() && all[last].container == all[first].container) ++last;
    containers.push_back(std::span(all).subspan(first, last - first));
  }
  choice.rows.resize(containers.size());
  pool.for_each(containers.size(),
                [&](std::size_t i) { choice.rows[i] = best_of(trace, containers[i], choice); });
  uint64_t chosen = 0;
  for (const Track& track : choice.rows) chosen += track.size();
  choice.states_of_other_types = trace.states().start.size() - chosen;
  sort_by_name(trace, choice.rows);
  choice.track_of_container.assign(trace.containers().size(), DependencyGraph::kNone);
  for (const Track& track : choice.rows) {
    choice.track_of_container[track.container.index] = static_cast<uint32_t>(choice.tracks.size());
    choice.tracks.push_back({track.container, track.type, trace[track.container].name.text, 0, 0});
  }
  set_starts(trace, choice);
  return choice;
}

}  // namespace paje
