#include "prediction/named_parts.hpp"

#include <fmt/format.h>

#include <string_view>

#include "paje/profile.hpp"
#include "paje/selection.hpp"
#include "paje/visible_text.hpp"
#include "selection/nearest_names.hpp"

namespace paje {

namespace {

// As the tools call the value of time that no state covers.
constexpr std::string_view kNoState = "(no state)";

// Whether a container, or one above it, has that name or path.
bool is_below(const Trace& trace, ContainerId id, std::string_view name) {
  for (; id.valid(); id = trace[id].parent) {
    if (trace[id].name.text == name || container_path(trace, id) == name) return true;
  }
  return false;
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
    throw SelectionError(fmt::format(
        "{} happens only inside calls, and a call changes as a whole: name the call instead",
        visible(pattern)));
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
