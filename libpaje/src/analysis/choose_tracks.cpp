#include "analysis/choose_tracks.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

#include "analysis/natural_order.hpp"
#include "analysis/value_categories.hpp"

namespace paje {

namespace {

// Whether a state on the track is of this kind: is_one(index of its value).
template <class IsOne>
bool has_state(const Trace& trace, const Track& track, const TrackChoice& choice, IsOne is_one) {
  const auto values = trace.states().value;
  for (uint64_t row = track.first; row < track.last; ++row) {
    if (is_one(choice.number_of(row, values[row]))) return true;
  }
  return false;
}

bool communicates(const Trace& trace, const Track& track, const TrackChoice& choice) {
  return has_state(trace, track, choice, [&](uint32_t value) {
    return choice.values[value].meaning.value_class == ValueClass::communication;
  });
}

bool is_recording(const Trace& trace, const Track& track, const TrackChoice& choice) {
  return !has_state(trace, track, choice, [&](uint32_t value) {
    return !is_of_recording(choice.values[value].category);
  });
}

// The best track of one container.
const StateTrack& best_of(std::span<const StateTrack> tracks) {
  const StateTrack* best = &tracks.front();
  for (const StateTrack& track : tracks.subspan(1)) {
    if ((track.communicates && !best->communicates) ||
        (track.communicates == best->communicates && track.states > best->states)) {
      best = &track;
    }
  }
  return *best;
}

bool is_call(CallKind kind) {
  return kind != CallKind::local && kind != CallKind::wait && kind != CallKind::parallel_region &&
         kind != CallKind::wait_for_tasks;
}

// States of one name with other categories are other values if these mean something else. Appends
// such values.
void split_values(const Trace& trace, const Classes& classes,
                  std::span<const StateCategories::Other> others, TrackChoice& choice) {
  std::map<std::pair<uint32_t, std::string_view>, uint32_t> numbers;
  const auto number_of = [&](uint32_t value, std::string_view category) {
    const auto [found, is_new] = numbers.try_emplace({value, category}, value);
    const DependencyGraph::Value first = choice.values[value];
    if (is_new && classes.of(first.name, category) != classes.of(first.name, first.category)) {
      found->second = static_cast<uint32_t>(choice.values.size());
      choice.values.push_back({first.name, {}, category});
    }
    return found->second;
  };
  const auto values = trace.states().value;
  for (const StateCategories::Other& other : others) {
    const uint32_t value = choice.number_of_value[values[other.row].index];
    const uint32_t number = number_of(value, other.category);
    if (number == value) continue;
    if (choice.number_of_row.empty()) {
      choice.number_of_row.reserve(values.size());
      for (const ValueId each : values) {
        choice.number_of_row.push_back(choice.number_of_value[each.index]);
      }
    }
    choice.number_of_row[other.row] = number;
  }
}

// Call it when all categories are known.
void classify_values(const Classes& classes, TrackChoice& choice) {
  choice.links_connect_tasks = true;
  for (std::size_t i = 1; i < choice.values.size(); ++i) {
    DependencyGraph::Value& value = choice.values[i];
    const Classes::Rule* rule = classes.rule_for(value.name, value.category);
    if (rule == nullptr) continue;
    value.meaning = rule->meaning;
    // A device without a kernel is idle, even if some kernels communicate. A barrier of threads is
    // not a message.
    const bool is_of_processes = rule->origin != "NCCL" && !is_of_threads(rule->meaning);
    if (is_call(rule->meaning.kind) && is_of_processes) choice.links_connect_tasks = false;
  }
  if (choice.links_connect_tasks) choice.values.front().meaning.value_class = ValueClass::idle;
}

// A worker whose first task depends on others has waited for them since the start of the run.
void move_starts_of_workers(const Trace& trace, TrackChoice& choice) {
  double first = std::numeric_limits<double>::infinity();
  for (const double start : choice.starts) first = std::min(first, start);
  const LinkColumns links = trace.links();
  for (std::size_t row = 0; row < links.end.size(); ++row) {
    const uint32_t track = choice.track_of_container[links.end_container[row].index];
    if (track == DependencyGraph::kNone) continue;
    if (links.end[row] > first && links.end[row] <= choice.starts[track]) {
      choice.starts[track] = first;
    }
  }
}

void sort_by_name(const Trace& trace, std::vector<Track>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Track& a, const Track& b) {
    return natural_order(trace[a.container].name.text, trace[b.container].name.text) < 0;
  });
}

}  // namespace

// Values with the same name are one, whether they are of several types or defined several times.
TrackChoice number_values(const Trace& trace, const Classes& classes) {
  TrackChoice choice;
  std::unordered_map<std::string_view, uint32_t> numbers;
  choice.values.push_back({"", {ValueClass::compute, CallKind::local, true}, {}});
  numbers.emplace("", 0);
  choice.number_of_value.reserve(trace.values().size());
  const StateCategories categories = categories_of_states(trace);
  for (const EntityValue& value : trace.values()) {
    if (trace[value.type].kind != TypeKind::state) {
      choice.number_of_value.push_back(0);
      continue;
    }
    const std::string_view name = value.name.text;
    const auto [found, is_new] = numbers.emplace(name, static_cast<uint32_t>(choice.values.size()));
    if (is_new) choice.values.push_back({name, {}, {}});
    DependencyGraph::Value& one = choice.values[found->second];
    if (one.category.empty() && !categories.first.empty()) {
      one.category = categories.first[choice.number_of_value.size()];
    }
    choice.number_of_value.push_back(found->second);
  }
  split_values(trace, classes, categories.others, choice);
  classify_values(classes, choice);
  return choice;
}

bool has_kind(const TrackChoice& choice, CallKind kind) {
  return std::any_of(choice.values.begin(), choice.values.end(),
                     [&](const auto& value) { return value.meaning.kind == kind; });
}

std::vector<StateTrack> state_tracks(const Trace& trace, const TrackChoice& choice,
                                     ThreadPool& pool) {
  std::vector<Track> rows;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::state || track.size() == 0) continue;
    if (!is_recording(trace, track, choice)) rows.push_back(track);
  }
  std::vector<StateTrack> found(rows.size());
  pool.for_each(rows.size(), [&](std::size_t i) {
    found[i] = {rows[i].container, rows[i].type, rows[i].size(),
                communicates(trace, rows[i], choice)};
  });
  return found;
}

void choose_tracks(const Trace& trace, std::span<const StateTrack> all, TrackChoice& choice) {
  uint64_t states = 0, chosen = 0;
  for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
    while (last < all.size() && all[last].container == all[first].container) {
      states += all[last++].states;
    }
    const StateTrack& best = best_of(all.subspan(first, last - first));
    choice.rows.push_back(trace.track(best.container, best.type));
    chosen += best.states;
  }
  choice.states_of_other_types = states - chosen;
  sort_by_name(trace, choice.rows);
  choice.track_of_container.assign(trace.containers().size(), DependencyGraph::kNone);
  for (const Track& track : choice.rows) {
    choice.track_of_container[track.container.index] = static_cast<uint32_t>(choice.tracks.size());
    choice.tracks.push_back({track.container, track.type, trace[track.container].name.text, 0, 0});
  }
  find_starts(trace, choice);
}

// Where states are left out, the program runs all the same.
void find_starts(const Trace& trace, TrackChoice& choice) {
  const StateColumns states = trace.states();
  choice.starts.clear();
  choice.ends_of_others.assign(choice.rows.size(), -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < choice.rows.size(); ++i) {
    const Track& track = choice.rows[i];
    choice.starts.push_back(track.size() > 0 ? states.start[track.first] : 0);
    if (track.size() == 0) continue;
    for (const Track& other : trace.tracks(track.container)) {
      if (other.kind != TypeKind::state || other.type == track.type) continue;
      for (uint64_t row = other.first; row < other.last; ++row) {
        choice.starts[i] = std::min(choice.starts[i], states.start[row]);
        choice.ends_of_others[i] = std::max(choice.ends_of_others[i], states.end[row]);
      }
    }
  }
}

TrackChoice choose_tracks(const Trace& trace, const Classes& classes, ThreadPool& pool) {
  TrackChoice choice = number_values(trace, classes);
  choose_tracks(trace, state_tracks(trace, choice, pool), choice);
  if (choice.links_connect_tasks) move_starts_of_workers(trace, choice);
  return choice;
}

}  // namespace paje
