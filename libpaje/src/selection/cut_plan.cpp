#include "selection/cut_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "selection/nearest_names.hpp"

namespace paje {

namespace {

// Whether times from one to another are in a window by more than a moment, or by all they are.
struct Window {
  double from, to;

  [[nodiscard]] bool holds(double start, double end) const {
    return std::min(start, end) >= from && std::max(start, end) <= to;
  }
  [[nodiscard]] bool has(double start, double end) const {
    const auto [first, last] = std::minmax(start, end);
    return first < last ? first < to && last > from : holds(start, end);
  }
};

std::vector<std::string> value_names(const Trace& trace) {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const EntityValue& value : trace.values()) {
    if (seen.insert(value.name.text).second) names.emplace_back(value.name.text);
  }
  return names;
}

class Planner {
 public:
  Planner(const Trace& trace, const Cut& cut)
      : trace_(trace),
        cut_(cut),
        window_{cut.selection.start, cut.selection.end},
        selected_(trace, without_window(cut.selection)) {
    check_window();
    find_values();
  }

  CutPlan plan();

 private:
  static Selection without_window(Selection selection) {
    const Selection all;
    selection.start = all.start;
    selection.end = all.end;
    return selection;
  }

  void check_window() const;
  void find_values();
  void keep_objects(TypeKind kind);
  void keep_states(const Track& track, CutPlan::KeptTrack& kept);
  void keep_links(const Track& track, CutPlan::KeptTrack& kept);
  void keep_others(const Track& track, CutPlan::KeptTrack& kept);
  void find_span();
  void keep_containers();
  void keep_types();
  void keep_values();
  [[nodiscard]] bool keeps_containers_of(TypeId type) const;
  [[nodiscard]] bool has_value(ValueId value) const {
    return cut_.values.empty() || wanted_[value.index] != 0;
  }

  const Trace& trace_;
  const Cut& cut_;
  Window window_;
  SelectedObjects selected_;
  std::vector<uint8_t> wanted_;  // values, if not all are
  CutPlan plan_{};
};

CutPlan Planner::plan() {
  keep_objects(TypeKind::state);
  keep_objects(TypeKind::event);
  keep_objects(TypeKind::link);
  find_span();
  keep_objects(TypeKind::variable);
  std::sort(plan_.tracks.begin(), plan_.tracks.end(),
            [](const auto& a, const auto& b) { return a.track < b.track; });
  keep_containers();
  keep_types();
  keep_values();
  return std::move(plan_);
}

void Planner::check_window() const {
  const double end = *trace_.end_time();
  if (window_.from > window_.to) {
    throw CutError(
        fmt::format("the window ends at {}, before it begins at {}", window_.to, window_.from));
  }
  double start = end;
  for (const Container& container : trace_.containers().subspan(1)) {
    start = std::min(start, container.start);
  }
  for (const Track& track : trace_.tracks()) {
    start = std::min(start, trace_.starts(track.kind)[track.first]);
  }
  if (window_.from <= end && window_.to >= start) return;
  throw CutError(
      fmt::format("nothing of the trace is in the window from {} to {}: it lasts from {} to {}",
                  window_.from, window_.to, start, end));
}

void Planner::find_values() {
  if (cut_.values.empty()) return;
  const std::span<const EntityValue> all = trace_.values();
  wanted_.assign(all.size(), 0);
  for (const std::string& pattern : cut_.values) {
    bool is_matched = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!matches_glob(pattern, all[i].name.text) &&
          !matches_glob(pattern, all[i].identifier.text)) {
        continue;
      }
      is_matched = true;
      wanted_[i] = 1;
    }
    if (!is_matched) throw SelectionError(no_such("value like", pattern, value_names(trace_)));
  }
}

void Planner::keep_objects(TypeKind kind) {
  for (uint32_t i = 0; i < trace_.tracks().size(); ++i) {
    const Track& track = trace_.tracks()[i];
    if (track.kind != kind || !selected_.has_track(track)) continue;
    CutPlan::KeptTrack kept{.track = i, .rows = {}, .depth = {}};
    if (kind == TypeKind::state) {
      keep_states(track, kept);
    } else if (kind == TypeKind::link) {
      keep_links(track, kept);
    } else {
      keep_others(track, kept);
    }
    if (!kept.rows.empty()) plan_.tracks.push_back(std::move(kept));
  }
}

// A state may be kept without those around it.
void Planner::keep_states(const Track& track, CutPlan::KeptTrack& kept) {
  const StateColumns states = trace_.states();
  std::vector<uint32_t> kept_down_to;  // of the states open at a row, by their depth
  for (uint64_t row = track.first; row < track.last; ++row) {
    const uint32_t depth = states.depth[row];
    const uint32_t around =
        depth == 0 || kept_down_to.empty()
            ? 0
            : kept_down_to[std::min<std::size_t>(depth, kept_down_to.size()) - 1];
    const bool is_kept = window_.has(states.start[row], states.end[row]) &&
                         depth < cut_.max_nesting && has_value(states.value[row]) &&
                         selected_.has_row(track, row);
    kept_down_to.resize(depth, around);
    kept_down_to.push_back(around + (is_kept ? 1 : 0));
    if (!is_kept) continue;
    kept.rows.push_back(row);
    kept.depth.push_back(around);
  }
}

void Planner::keep_links(const Track& track, CutPlan::KeptTrack& kept) {
  const LinkColumns links = trace_.links();
  for (uint64_t row = track.first; row < track.last; ++row) {
    const double start = links.start[row];
    const double end = links.end[row];
    const bool starts_there = selected_.matches_container(links.start_container[row]);
    const bool ends_there = selected_.matches_container(links.end_container[row]);
    const bool has_both_ends = window_.holds(start, end) && starts_there && ends_there;
    const bool is_cut = cut_.cut_links && window_.has(start, end) && (starts_there || ends_there);
    if ((has_both_ends || is_cut) && has_value(links.value[row])) kept.rows.push_back(row);
  }
}

void Planner::keep_others(const Track& track, CutPlan::KeptTrack& kept) {
  const Window window = track.kind == TypeKind::variable ? Window{plan_.from, plan_.to} : window_;
  const std::span<const double> starts = trace_.starts(track.kind);
  const std::span<const double> ends = trace_.ends(track.kind);
  const std::span<const ValueId> values = trace_.values(track.kind);
  for (uint64_t row = track.first; row < track.last; ++row) {
    if (!window.has(starts[row], ends[row])) continue;
    if (track.kind == TypeKind::event && !has_value(values[row])) continue;
    kept.rows.push_back(row);
  }
}

// The window, as far as the trace goes; more where objects are kept whole.
void Planner::find_span() {
  plan_.from = window_.from;
  plan_.to = std::min(window_.to, *trace_.end_time());
  if (!cut_.whole) return;
  for (const CutPlan::KeptTrack& kept : plan_.tracks) {
    const TypeKind kind = trace_.tracks()[kept.track].kind;
    for (const uint64_t row : kept.rows) {
      const auto [first, last] = std::minmax(trace_.starts(kind)[row], trace_.ends(kind)[row]);
      plan_.from = std::min(plan_.from, first);
      plan_.to = std::max(plan_.to, last);
    }
  }
}

bool Planner::keeps_containers_of(TypeId type) const {
  if (selected_.has_type(type)) return true;
  const std::vector<TypeId>& children = trace_[type].children;
  return std::any_of(children.begin(), children.end(), [this](TypeId child) {
    return trace_[child].kind != TypeKind::container && selected_.has_type(child);
  });
}

void Planner::keep_containers() {
  const std::span<const Container> all = trace_.containers();
  std::vector<uint8_t>& keep = plan_.containers;
  keep.assign(all.size(), 0);
  const Window span{plan_.from, plan_.to};
  for (uint32_t i = 1; i < all.size(); ++i) {
    keep[i] = selected_.matches_container({i}) && keeps_containers_of(all[i].type) &&
                      span.has(all[i].start, all[i].end)
                  ? 1
                  : 0;
  }
  const LinkColumns links = trace_.links();
  for (const CutPlan::KeptTrack& kept : plan_.tracks) {
    const Track& track = trace_.tracks()[kept.track];
    keep[track.container.index] = 1;
    if (track.kind != TypeKind::link) continue;
    for (const uint64_t row : kept.rows) {
      keep[links.start_container[row].index] = 1;
      keep[links.end_container[row].index] = 1;
    }
  }
  for (std::size_t i = all.size(); i-- > 1;) {
    if (keep[i] != 0) keep[all[i].parent.index] = 1;
  }
  keep[kRootContainer.index] = 1;
}

void Planner::keep_types() {
  const std::span<const Type> all = trace_.types();
  std::vector<uint8_t>& keep = plan_.types;
  keep.assign(all.size(), cut_.selection.types.empty() ? 1 : 0);
  keep[kRootType.index] = 1;
  if (cut_.selection.types.empty()) return;
  for (uint32_t i = 1; i < all.size(); ++i) keep[i] = selected_.has_type({i}) ? 1 : 0;
  for (std::size_t i = 0; i < plan_.containers.size(); ++i) {
    if (plan_.containers[i] != 0) keep[trace_.containers()[i].type.index] = 1;
  }
  for (std::size_t i = all.size(); i-- > 1;) {
    if (keep[i] == 0) continue;
    for (const TypeId needed : {all[i].parent, all[i].start_type, all[i].end_type}) {
      if (needed.valid()) keep[needed.index] = 1;
    }
  }
}

void Planner::keep_values() {
  const std::span<const EntityValue> all = trace_.values();
  std::vector<uint8_t>& keep = plan_.values;
  keep.assign(all.size(), 0);
  for (uint32_t i = 0; i < all.size(); ++i) {
    const bool is_kept = all[i].defined && plan_.types[all[i].type.index] != 0 && has_value({i});
    keep[i] = is_kept ? 1 : 0;
  }
  for (const CutPlan::KeptTrack& kept : plan_.tracks) {
    const TypeKind kind = trace_.tracks()[kept.track].kind;
    if (kind == TypeKind::variable) continue;
    for (const uint64_t row : kept.rows) keep[trace_.values(kind)[row].index] = 1;
  }
}

}  // namespace

CutPlan plan_cut(const Trace& trace, const Cut& cut) { return Planner(trace, cut).plan(); }

}  // namespace paje
