#include "model/rows/row_layout.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "model/rows/glob.hpp"

namespace paje::gui {

namespace {

constexpr double kHighestTrack = 1000;  // pixels

class Layouter {
  static constexpr char kHeading = 2;  // in shown_

 public:
  Layouter(const TraceModel& run, const RowOptions& options)
      : run_(run),
        trace_(run.trace()),
        options_(options),
        patterns_(patterns_of_filter(options.filter)) {
    shown_.assign(trace_.containers().size(), 1);
    if (!patterns_.empty()) mark_shown();
    times_.assign(trace_.containers().size(), 0);
    // Of a run that is not in memory nobody knows them.
    if (options.order == RowOrder::time_in_value && !run.outline()) sum_times();
  }

  RowLayout layout() {
    // The root is a row only if it has something to show itself.
    if (has_tracks(kRootContainer)) add_row(kRootContainer, 0, {});
    add_others();
    return std::move(layout_);
  }

  [[nodiscard]] std::vector<ContainerId> children(ContainerId parent) const {
    return ordered(trace_[parent].children);
  }

  [[nodiscard]] std::vector<bool> shown() const {
    const auto containers = trace_.containers();
    std::vector<bool> shown(containers.size(), true);
    for (uint32_t i = 1; i < containers.size(); ++i) {  // parents before children
      shown[i] = is_shown(ContainerId{i}) && shown[containers[i].parent.index];
    }
    for (uint32_t i = 0; i < containers.size(); ++i) {
      if (is_heading(ContainerId{i})) shown[i] = false;
    }
    return shown;
  }

 private:
  // What matches is shown, with all below it; what is above it is a heading.
  void mark_shown() {
    const auto containers = trace_.containers();
    const std::vector<bool> is_match = containers_like(trace_, patterns_);
    shown_[0] = 0;
    for (uint32_t i = 1; i < containers.size(); ++i) {  // parents before children
      shown_[i] = is_match[i] ? char{1} : shown_[containers[i].parent.index];
    }
    for (std::size_t i = containers.size(); i-- > 1;) {
      char& above = shown_[containers[i].parent.index];
      if (shown_[i] != 0 && above == 0) above = kHeading;
    }
  }

  // Of each container with those below it.
  void sum_times() {
    for (const Track& track : trace_.tracks()) {
      if (track.kind != TypeKind::state) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        if (trace_.states().value[row] != options_.value) continue;
        times_[track.container.index] += trace_.states().end[row] - trace_.states().start[row];
      }
    }
    // Parents are before their children.
    for (std::size_t i = times_.size(); i-- > 1;) {
      times_[trace_.containers()[i].parent.index] += times_[i];
    }
  }

  bool is_shown(ContainerId id) const {
    return shown_[id.index] != 0 && !options_.hidden.contains(id);
  }

  // Above what a filter selects, and not selected itself.
  bool is_heading(ContainerId id) const { return shown_[id.index] == kHeading; }

  bool has_tracks(ContainerId id) const {
    if (is_heading(id)) return false;
    const auto tracks = run_.tracks(id);
    return std::any_of(tracks.begin(), tracks.end(),
                       [&](const TrackBands& track) { return wants(track); });
  }

  bool wants(const TrackBands& track) const {
    return track.kind == TypeKind::state ||
           (track.kind == TypeKind::event && options_.shows_events) ||
           (track.kind == TypeKind::variable && options_.shows_variables);
  }

  std::vector<ContainerId> ordered(std::vector<ContainerId> siblings) const {
    const auto before = [this](ContainerId a, ContainerId b) {
      const Container& left = trace_[a];
      const Container& right = trace_[b];
      if (options_.group_by_type && left.type != right.type) return left.type < right.type;
      switch (options_.order) {
        case RowOrder::name:
          return natural_before(left.name.text, right.name.text);
        case RowOrder::start:
          return left.start < right.start;
        case RowOrder::time_in_value:
          return times_[a.index] > times_[b.index];
        case RowOrder::file:
          break;
      }
      return false;
    };
    std::stable_sort(siblings.begin(), siblings.end(), before);
    if (options_.places.empty()) return siblings;
    std::vector<std::pair<double, ContainerId>> placed;
    for (std::size_t i = 0; i < siblings.size(); ++i) {
      const auto given = options_.places.find(siblings[i]);
      const bool is_given = given != options_.places.end() && !std::isnan(given->second);
      placed.emplace_back(is_given ? given->second : static_cast<double>(i), siblings[i]);
    }
    std::stable_sort(placed.begin(), placed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < siblings.size(); ++i) siblings[i] = placed[i].second;
    return siblings;
  }

  // rank-2 before rank-10.
  static bool natural_before(std::string_view a, std::string_view b) {
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
      if (is_digit(a[i]) && is_digit(b[j])) {
        const auto number = [&](std::string_view text, std::size_t& at) {
          while (at < text.size() && text[at] == '0') ++at;
          const std::size_t from = at;
          while (at < text.size() && is_digit(text[at])) ++at;
          return text.substr(from, at - from);
        };
        const auto left = number(a, i);
        const auto right = number(b, j);
        if (left != right) {
          return std::tuple(left.size(), left) < std::tuple(right.size(), right);
        }
        continue;
      }
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
    return a.size() - i < b.size() - j;
  }

  // Trees may be too deep for a recursion: what is to come waits, the next one last.
  struct Waiting {
    ContainerId container;
    uint32_t level;
  };
  void add_others() {
    std::vector<Waiting> waiting;
    push_children(kRootContainer, 0, waiting);
    while (!waiting.empty()) {
      const auto [container, level] = waiting.back();
      waiting.pop_back();
      const bool is_collapsed = options_.collapsed.contains(container);
      std::vector<uint32_t> summary;
      if (is_collapsed && !has_states(container)) summary = states_below(container);
      add_row(container, level, std::move(summary));
      if (!is_collapsed) push_children(container, level + 1, waiting);
    }
  }

  void push_children(ContainerId parent, uint32_t level, std::vector<Waiting>& waiting) const {
    const std::vector<ContainerId> children = ordered(trace_[parent].children);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      if (is_shown(*child)) waiting.push_back({*child, level});
    }
  }

  bool has_states(ContainerId id) const {
    if (is_heading(id)) return false;
    const auto tracks = run_.tracks(id);
    return std::any_of(tracks.begin(), tracks.end(),
                       [](const TrackBands& track) { return track.kind == TypeKind::state; });
  }

  // The outermost bands of states of a container and of all that is shown below it.
  [[nodiscard]] std::vector<uint32_t> states_below(ContainerId top) const {
    std::vector<uint32_t> bands;
    std::vector<ContainerId> waiting{top};
    while (!waiting.empty()) {
      const ContainerId id = waiting.back();
      waiting.pop_back();
      for (const TrackBands& track : run_.tracks(id)) {
        if (track.kind == TypeKind::state && !is_heading(id)) bands.push_back(track.first);
      }
      const auto& children = trace_[id].children;
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        if (is_shown(*child)) waiting.push_back(*child);
      }
    }
    return bands;
  }

  void add_row(ContainerId id, uint32_t level, std::vector<uint32_t> summary) {
    Row row;
    row.container = id;
    row.level = level;
    row.has_children = id != kRootContainer && !trace_[id].children.empty();
    row.is_collapsed = options_.collapsed.contains(id);
    row.y = layout_.height;
    row.summary = std::move(summary);
    const double unit =
        options_.track_height > 1 ? std::min(options_.track_height, kHighestTrack) : 1;
    const double gap = unit >= 6 ? 1 : 0;
    double y = gap;
    for (TrackBands track : run_.tracks(id)) {
      if (!wants(track) || is_heading(id)) continue;
      if (track.kind == TypeKind::variable && is_together()) {
        // The bands of a container's variables follow one another.
        if (!row.tracks.empty() && row.tracks.back().track.kind == TypeKind::variable) continue;
        track.count = variables_of(id);
      }
      const double height = height_of(track, unit);
      row.tracks.push_back({track, y, height});
      y += height + gap;
    }
    if (row.tracks.empty()) y += row.summary.empty() ? std::max(unit * 0.85, 1.0) : unit;
    row.height = y + gap;
    layout_.height += row.height;
    layout_.by_container[id] = layout_.rows.size();
    layout_.rows.push_back(std::move(row));
  }

  double height_of(const TrackBands& track, double unit) const {
    // Deep stacks get thinner bands, so that one call tree does not fill the window.
    if (track.kind == TypeKind::state && track.count > 1) {
      return std::max(unit * std::min<double>(track.count, 6), std::min(unit, 2.0) * track.count);
    }
    if (track.kind == TypeKind::event) return std::max(unit * 0.6, std::min(unit, 3.0));
    if (track.kind == TypeKind::variable && options_.variables != VariableLook::heat) {
      return unit * (is_together() ? 2.6 : 1.8);
    }
    return unit;
  }

  bool is_together() const { return options_.variables == VariableLook::together; }

  uint32_t variables_of(ContainerId id) const {
    const auto tracks = run_.tracks(id);
    return static_cast<uint32_t>(
        std::count_if(tracks.begin(), tracks.end(),
                      [](const TrackBands& track) { return track.kind == TypeKind::variable; }));
  }

  const TraceModel& run_;
  const Trace& trace_;
  const RowOptions& options_;
  std::vector<std::string> patterns_;
  std::vector<char> shown_;
  std::vector<double> times_;
  RowLayout layout_;
};

}  // namespace

std::vector<std::string> patterns_of_filter(const std::string& filter) {
  std::vector<std::string> patterns;
  std::string::size_type from = 0;
  while (from <= filter.size()) {
    auto to = from;
    while (to < filter.size() && filter[to] != ',') to += filter[to] == '\\' ? 2 : 1;
    to = std::min(to, filter.size());
    std::string pattern = filter.substr(from, to - from);
    pattern.erase(0, pattern.find_first_not_of(' '));
    pattern.erase(pattern.find_last_not_of(' ') + 1);
    if (!pattern.empty()) patterns.push_back(std::move(pattern));
    from = to + 1;
  }
  return patterns;
}

std::string filter_of_patterns(const std::vector<std::string>& patterns) {
  std::string filter;
  for (const std::string& pattern : patterns) {
    if (!filter.empty()) filter += ", ";
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      // Blanks around a pattern are none of its own, unless they are a set.
      const bool is_outer = i == 0 || i + 1 == pattern.size();
      if (pattern[i] == ' ' && is_outer) {
        filter += "[ ]";
      } else if (pattern[i] == ',') {
        filter += "\\,";
      } else {
        filter += pattern[i];
        if (pattern[i] == '\\' && i + 1 < pattern.size()) filter += pattern[++i];
      }
    }
  }
  return filter;
}

std::size_t RowLayout::row_at(double y) const {
  if (y < 0 || y >= height) return rows.size();
  const auto after = std::upper_bound(rows.begin(), rows.end(), y,
                                      [](double at, const Row& row) { return at < row.y; });
  return static_cast<std::size_t>(after - rows.begin()) - 1;
}

std::size_t RowLayout::row_of(const TraceModel& run, ContainerId container) const {
  for (ContainerId id = container; id.valid(); id = run.trace()[id].parent) {
    const auto found = by_container.find(id);
    if (found == by_container.end()) continue;
    // A row stands for those below it only while they are folded into it.
    return id == container || rows[found->second].is_collapsed ? found->second : rows.size();
  }
  return rows.size();
}

std::vector<bool> shown_containers(const TraceModel& run, const RowOptions& options) {
  return Layouter(run, options).shown();
}

RowCount count_rows(const TraceModel& run, const std::vector<bool>& shown) {
  RowCount with_objects, containers;
  for (uint32_t i = 1; i < shown.size(); ++i) {
    const std::size_t is_shown = shown[i] ? 1 : 0;
    ++containers.all;
    containers.shown += is_shown;
    if (run.tracks(ContainerId{i}).empty()) continue;
    ++with_objects.all;
    with_objects.shown += is_shown;
  }
  return with_objects.all > 0 ? with_objects : containers;
}

RowCount count_rows(const TraceModel& run, const RowOptions& options) {
  return count_rows(run, shown_containers(run, options));
}

std::vector<ContainerId> ordered_children(const TraceModel& run, const RowOptions& options,
                                          ContainerId parent) {
  return Layouter(run, options).children(parent);
}

RowLayout layout_rows(const TraceModel& run, const RowOptions& options) {
  return Layouter(run, options).layout();
}

}  // namespace paje::gui
