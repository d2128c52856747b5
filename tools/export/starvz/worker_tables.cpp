#include "export/starvz/worker_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "export/starvz/places.hpp"

namespace paje::tools::starvz {

namespace {

// Colors of ColorBrewer's Set1, which StarVZ gives to tasks in turn.
constexpr std::array<const char*, 9> kColors = {"#E41A1C", "#377EB8", "#4DAF4A",
                                                "#984EA3", "#FF7F00", "#FFFF33",
                                                "#A65628", "#F781BF", "#999999"};

// StarVZ decides by durations of six digits after the point.
double duration(const Trace& trace, uint64_t row) {
  const double exact = trace.states().end[row] - trace.states().start[row];
  return std::nearbyint(exact * 1e6) / 1e6;
}

// Of R's type 7, which is its default.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(at));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// Tasks that last longer than most of their kind on that type of resource: beyond the third
// quartile by more than half again what is between the quartiles.
std::vector<bool> outliers(const Trace& trace, const Rows& rows,
                           const std::vector<Resource>& resources) {
  using Group = std::pair<std::string, std::string>;
  const std::vector<std::string> names = values(trace, TypeKind::state, rows);
  std::map<Group, std::vector<double>> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    groups[{names[i], resources[i].type}].push_back(duration(trace, rows[i]));
  }
  std::map<Group, double> limits;
  for (auto& [group, durations] : groups) {
    std::sort(durations.begin(), durations.end());
    const double third = quantile(durations, 0.75);
    limits[group] = third + (third - quantile(durations, 0.25)) * 1.5;
  }
  std::vector<bool> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    found.push_back(duration(trace, rows[i]) > limits[{names[i], resources[i].type}]);
  }
  return found;
}

// Where the states are drawn.
void add_heights(Frame& frame, const Trace& trace, const Rows& rows) {
  std::unordered_map<uint32_t, Place> places;
  for (const Place& place : places_of(trace)) places.try_emplace(place.container.index, place);
  std::vector<std::optional<double>> heights, positions;
  for (const uint64_t row : rows) {
    const auto found = places.find(trace.track_of(TypeKind::state, row).container.index);
    const bool is_there = found != places.end();
    heights.push_back(is_there ? std::optional(found->second.height) : std::nullopt);
    positions.push_back(is_there ? std::optional(found->second.position) : std::nullopt);
  }
  frame.add("Height", heights);
  frame.add("Position", positions);
}

}  // namespace

Frame worker_table(const Trace& trace, const UserColumns& fields, const Rows& rows, bool is_task,
                   double zero) {
  Frame frame(is_task ? "application" : "starpu");
  const auto names = containers(trace, TypeKind::state, rows);
  frame.add("ResourceId", names);
  add_times(frame, trace, TypeKind::state, rows, zero);
  add_depth_and_value(frame, trace, rows);
  add_whole(frame, fields, "Size", rows);
  if (is_task) {
    for (const char* name : {"Params", "Footprint", "Tag", "JobId", "SubmitOrder"}) {
      add_text(frame, fields, name, rows);
    }
    add_number(frame, fields, "GFlop", rows);
    for (const char* name : {"X", "Y", "Iteration", "Subiteration"}) {
      add_whole(frame, fields, name, rows);
    }
  }
  add_text(frame, fields, "NumaNodes", rows);
  const auto resources =
      add_resources(frame, names, {"CUDA", "CPU"}, TypeOf::without_digits_and_underscores);
  if (is_task) frame.add("Outlier", outliers(trace, rows, resources));
  add_heights(frame, trace, rows);
  return frame;
}

Frame color_table(const Trace& trace, const Rows& tasks) {
  std::map<std::string, const char*> colors;
  for (const std::string& name : values(trace, TypeKind::state, tasks)) {
    colors.try_emplace(name, kColors[colors.size() % kColors.size()]);
  }
  std::vector<std::string> names, given;
  for (const auto& [name, color] : colors) {
    names.push_back(name);
    given.emplace_back(color);
  }
  const std::size_t count = names.size();
  Frame frame("colors");
  frame.add("Value", std::move(names));
  frame.add("Color", std::move(given));
  frame.add("Use", std::vector<bool>(count, true));
  return frame;
}

}  // namespace paje::tools::starvz
