// Profiles as columns: by value and container, over time, as a tree of calls, and idle time.
#include "paje/profile.hpp"

#include <pybind11/stl.h>

#include <algorithm>

#include "analysis.hpp"
#include "paje/utilisation.hpp"

namespace paje::python {

namespace {

// The rows of profiles that have states; `tracks` is empty where all are together.
struct ProfileRows {
  std::vector<uint32_t> tracks, values;
  std::vector<const ValueProfile*> profiles;
  std::vector<double> shares;

  // The longest exclusive time first.
  void add(std::span<const ValueProfile> of_values) {
    std::vector<uint32_t> order;
    double all = 0;
    for (uint32_t value = 0; value < of_values.size(); ++value) {
      if (of_values[value].count > 0) order.push_back(value);
      all += of_values[value].exclusive;
    }
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return of_values[a].exclusive > of_values[b].exclusive;
    });
    for (const uint32_t value : order) {
      values.push_back(value);
      profiles.push_back(&of_values[value]);
      shares.push_back(all > 0 ? of_values[value].exclusive / all : 0);
    }
  }
};

py::dict profile_of(Analysis& analysis, bool by_track) {
  const Profile& profile = unlocked([&]() -> auto& { return analysis.profile(); });
  ProfileRows rows;
  if (by_track) {
    for (uint32_t track = 0; track < analysis.graph().tracks().size(); ++track) {
      rows.add(profile.of_track(track));
      rows.tracks.resize(rows.values.size(), track);
    }
  } else {
    rows.add(profile.values);
  }
  py::dict columns;
  if (by_track) columns["track"] = array_of(std::move(rows.tracks));
  columns["value"] = array_of(std::move(rows.values));
  columns["count"] = column<int64_t>(rows.profiles, [](const auto* p) { return p->count; });
  columns["inclusive"] = column<double>(rows.profiles, [](const auto* p) { return p->inclusive; });
  columns["exclusive"] = column<double>(rows.profiles, [](const auto* p) { return p->exclusive; });
  columns["share"] = array_of(std::move(rows.shares));
  columns["mean"] = column<double>(rows.profiles, [](const auto* p) { return p->mean(); });
  columns["shortest"] = column<double>(rows.profiles, [](const auto* p) { return p->shortest; });
  columns["longest"] = column<double>(rows.profiles, [](const auto* p) { return p->longest; });
  return columns;
}

// Of each part, the time in which tracks are in no state: between states, before and after them.
std::vector<double> time_without_state(const DependencyGraph& graph, const TimeProfile& profile) {
  const auto between = profile.of_value(0);
  std::vector<double> seconds(between.begin(), between.end());
  for (const auto& track : graph.tracks()) {
    const double first = graph.start(track.first), last = graph.start(track.last);
    for (std::size_t bin = 0; bin < profile.bins(); ++bin) {
      const double from = profile.edges[bin], to = profile.edges[bin + 1];
      seconds[bin] += std::max(0.0, std::min(first, to) - from);
      seconds[bin] += std::max(0.0, to - std::max(last, from));
    }
  }
  return seconds;
}

// Edges of the parts, seconds by value and part, and those without a state by part.
py::tuple time_profile_of(const Analysis& analysis, uint32_t bins) {
  TimeProfile profile;
  std::vector<double> without;
  unlocked([&] {
    profile = time_profile(analysis.graph(), bins);
    without = time_without_state(analysis.graph(), profile);
  });
  const auto values = static_cast<py::ssize_t>(analysis.graph().values().size());
  const auto parts = static_cast<py::ssize_t>(profile.bins());
  py::array seconds = array_of(std::move(profile.seconds)).reshape({values, parts});
  return py::make_tuple(array_of(std::move(profile.edges)), seconds, array_of(std::move(without)));
}

py::dict imbalance_of(Analysis& analysis) {
  const std::vector<LoadImbalance> rows =
      unlocked([&] { return load_imbalance(analysis.graph(), analysis.profile()); });
  py::dict columns;
  columns["value"] = column<uint32_t>(rows, [](const auto& row) { return row.value; });
  columns["mean"] = column<double>(rows, [](const auto& row) { return row.mean; });
  columns["greatest"] = column<double>(rows, [](const auto& row) { return row.greatest; });
  columns["ratio"] = column<double>(rows, [](const auto& row) { return row.ratio(); });
  columns["track"] = column<uint32_t>(rows, [](const auto& row) { return row.track; });
  return columns;
}

py::dict idle_time_of(Analysis& analysis) {
  const std::vector<IdleTime> rows =
      unlocked([&] { return find_idle_time(analysis.graph(), analysis.waits()); });
  py::dict columns;
  columns["idle"] = column<double>(rows, [](const auto& row) { return row.idle; });
  columns["waiting"] = column<double>(rows, [](const auto& row) { return row.waiting; });
  columns["in_calls"] = column<double>(rows, [](const auto& row) { return row.in_calls; });
  columns["no_state"] = column<double>(rows, [](const auto& row) { return row.no_state; });
  columns["outside"] = column<double>(rows, [](const auto& row) { return row.outside; });
  columns["total"] = column<double>(rows, [](const auto& row) { return row.total(); });
  return columns;
}

py::dict overlap_of(const Analysis& analysis) {
  const std::vector<CommunicationOverlap> rows =
      unlocked([&] { return communication_overlap(analysis.graph()); });
  py::dict columns;
  columns["container"] =
      column<uint32_t>(rows, [](const auto& row) { return row.container.index; });
  columns["tracks"] = column<int64_t>(rows, [](const auto& row) { return row.tracks; });
  columns["communication"] =
      column<double>(rows, [](const auto& row) { return row.communication; });
  columns["computing"] = column<double>(rows, [](const auto& row) { return row.computing; });
  columns["overlap"] = column<double>(rows, [](const auto& row) { return row.overlap; });
  columns["share"] = column<double>(rows, [](const auto& row) { return row.share(); });
  return columns;
}

// Of one track, or of all; a parent is -1 where there is none.
py::dict call_tree_of(const Analysis& analysis, std::optional<uint32_t> track) {
  if (track && *track >= analysis.graph().tracks().size()) throw py::index_error("no such track");
  const std::vector<CallNode> rows =
      unlocked([&] { return call_tree(analysis.graph(), track.value_or(DependencyGraph::kNone)); });
  py::dict columns;
  columns["parent"] = column<int64_t>(rows, [](const CallNode& node) {
    return node.parent == CallNode::kNone ? int64_t{-1} : int64_t{node.parent};
  });
  columns["depth"] = column<int64_t>(rows, [](const CallNode& node) { return node.depth; });
  columns["value"] = column<uint32_t>(rows, [](const CallNode& node) { return node.value; });
  columns["count"] = column<int64_t>(rows, [](const CallNode& node) { return node.count; });
  columns["inclusive"] = column<double>(rows, [](const CallNode& node) { return node.inclusive; });
  columns["exclusive"] = column<double>(rows, [](const CallNode& node) { return node.exclusive; });
  return columns;
}

}  // namespace

void bind_profiles(py::class_<Analysis>& analysis) {
  analysis.def("profile", profile_of, py::arg("by_track"))
      .def("time_profile", time_profile_of, py::arg("bins"))
      .def("load_imbalance", imbalance_of)
      .def("idle_time", idle_time_of)
      .def("communication_overlap", overlap_of)
      .def("call_tree", call_tree_of, py::arg("track"));
}

}  // namespace paje::python
