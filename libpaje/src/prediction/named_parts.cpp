#include "prediction/named_parts.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <unordered_set>

#include "paje/nesting.hpp"
#include "paje/profile.hpp"
#include "paje/selection.hpp"
#include "paje/visible_text.hpp"
#include "selection/nearest_names.hpp"

namespace paje {

namespace {

// The name that the tools use for the value of time without a state.
constexpr std::string_view kNoState = "(no state)";

// Whether a container or one of its ancestors has this name or path.
bool is_below(const Trace& trace, ContainerId id, std::string_view name) {
  for (; id.valid(); id = trace[id].parent) {
    if (trace[id].name.text == name || container_path(trace, id) == name) return true;
  }
  return false;
}

// States of some values, and where they are.
struct Places {
  bool in_other_types = false;
  bool inside_calls = false;
  std::set<std::string_view> inside;  // names of the values directly inside them
};

Places find_places(const DependencyGraph& graph, std::string_view pattern) {
  const Trace& trace = graph.trace();
  const StateColumns states = trace.states();
  std::unordered_set<std::string_view> calls;
  for (const auto& value : graph.values()) {
    if (value.meaning.value_class == ValueClass::communication) calls.insert(value.name);
  }
  std::vector<bool> is_call, is_like;  // by ValueId
  for (const EntityValue& value : trace.values()) {
    is_call.push_back(calls.contains(value.name.text));
    is_like.push_back(matches_glob(pattern, value.name.text));
  }
  Places places;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::state) continue;
    const uint32_t number = graph.track_of(track.container);
    const bool is_other =
        number != DependencyGraph::kNone && graph.tracks()[number].type != track.type;
    std::vector<uint8_t> is_called(track.size());
    for_each_nesting(states, track, [&](uint64_t row, uint64_t around) {
      const bool is_around_called = around != kNoRow && is_called[around - track.first] != 0;
      const ValueId value = states.value[row];
      is_called[row - track.first] = is_around_called || is_call[value.index];
      if (is_like[value.index]) {
        places.in_other_types |= is_other;
        places.inside_calls |= is_around_called;
      }
      if (around != kNoRow && is_like[states.value[around].index]) {
        places.inside.insert(trace[value].name.text);
      }
    });
  }
  return places;
}

// Of values that are in the trace, and that no piece of the graph has.
std::string why_without_time(const DependencyGraph& graph, const std::string& pattern) {
  const Places places = find_places(graph, pattern);
  if (places.inside_calls) {
    return fmt::format(
        "{} occurs only inside calls, and a call can only change as a whole: name the call instead",
        visible(pattern));
  }
  if (places.in_other_types) {
    return fmt::format(
        "{} is a state of a type that the analysis leaves out: it uses one type of states of each "
        "container, the one that communicates; --types chooses another",
        visible(pattern));
  }
  constexpr std::size_t kMostNames = 5;
  std::string names;
  std::size_t count = 0;
  for (const std::string_view name : places.inside) {
    if (count++ == kMostNames) break;
    names += (names.empty() ? "" : ", ") + visible(name);
  }
  return fmt::format("{} has no time of its own, for other states cover all of it{}",
                     visible(pattern), names.empty() ? "" : ": name these (" + names + ")");
}

}  // namespace

std::vector<bool> tracks_like(const DependencyGraph& graph,
                              const std::vector<std::string>& patterns) {
  std::vector<bool> found(graph.tracks().size(), patterns.empty());
  for (const std::string& pattern : patterns) {
    bool is_there = false;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto& track = graph.tracks()[i];
      names.emplace_back(track.name);
      if (!matches_glob(pattern, track.name) &&
          !matches_glob(pattern, container_path(graph.trace(), track.container))) {
        continue;
      }
      found[i] = true;
      is_there = true;
    }
    if (!is_there) {
      throw SelectionError(no_such("container with states like", pattern, std::move(names)));
    }
  }
  return found;
}

std::vector<std::size_t> values_like(const DependencyGraph& graph, const std::string& pattern) {
  if (pattern == kNoState) return {0};
  std::vector<std::size_t> found;
  std::vector<std::string> names;
  for (std::size_t i = 1; i < graph.values().size(); ++i) {
    names.emplace_back(graph.values()[i].name);
    if (matches_glob(pattern, graph.values()[i].name)) found.push_back(i);
  }
  if (found.empty()) throw SelectionError(no_such("state like", pattern, std::move(names)));
  const std::vector<bool> has_pieces = values_with_pieces(graph);
  std::erase_if(found, [&](std::size_t value) { return !has_pieces[value]; });
  if (found.empty()) {
    throw SelectionError(why_without_time(graph, pattern));
  }
  return found;
}

std::vector<uint32_t> tracks_below(const DependencyGraph& graph, const std::string& container) {
  std::vector<uint32_t> found;
  std::vector<std::string> names;
  for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
    names.emplace_back(graph.tracks()[track].name);
    if (is_below(graph.trace(), graph.tracks()[track].container, container)) found.push_back(track);
  }
  if (found.empty()) {
    throw SelectionError(no_such("container with states named", container, std::move(names)));
  }
  return found;
}

}  // namespace paje
