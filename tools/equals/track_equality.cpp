#include "equals/track_equality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace paje::tools {

namespace {

constexpr std::string_view kMissing = "only one trace has it";

bool is_infinite(const TimeWindow& window) {
  return window.start == -std::numeric_limits<double>::infinity() &&
         window.end == std::numeric_limits<double>::infinity();
}

// Keeps the earlier of two differences.
void keep_earlier(std::optional<RowDifference>& first, RowDifference found) {
  if (!first || found.time < first->time) first = std::move(found);
}

}  // namespace

// What a link is sorted and matched by, times last: links that are alike except for their times are
// matched in the order of time, so a tolerance changes no match.
struct TrackEquality::Link {
  uint32_t value = 0;
  std::array<uint32_t, 2> ends{};
  std::string key;
  Times times;
  uint64_t row = 0;

  [[nodiscard]] auto identity() const { return std::tie(value, ends, key); }
  friend bool operator<(const Link& a, const Link& b) {
    return std::tie(a.value, a.ends, a.key, a.times.start, a.times.end, a.row) <
           std::tie(b.value, b.ends, b.key, b.times.start, b.times.end, b.row);
  }
};

TrackEquality::TrackEquality(const Traces& traces, const ComparisonOptions& options,
                             const Pairs<ContainerId>& containers)
    : traces_(traces),
      options_(options),
      containers_(containers),
      values_(traces, options.ignore_case) {}

TrackEquality::Rows TrackEquality::rows_in_window(std::size_t side, const Track& track) const {
  const TimeWindow& window = options_.windows[side];
  Rows rows;
  if (is_infinite(window)) {
    rows.resize(track.size());
    std::iota(rows.begin(), rows.end(), track.first);
  } else if (track.size() != 0) {
    traces_[side]->for_each_overlapping(track, window.start, window.end,
                                        [&](uint64_t row) { rows.push_back(row); });
  }
  return rows;
}

TrackEquality::Times TrackEquality::times(std::size_t side, TypeKind kind, uint64_t row) const {
  const Trace& trace = *traces_[side];
  switch (kind) {
    case TypeKind::state:
      return cut(side, {trace.states().start[row], trace.states().end[row]});
    case TypeKind::variable:
      return cut(side, {trace.variables().start[row], trace.variables().end[row]});
    case TypeKind::event:
      return {trace.events().time[row], trace.events().time[row]};
    default:
      return cut(side, {trace.links().start[row], trace.links().end[row]});
  }
}

TrackEquality::Times TrackEquality::cut(std::size_t side, Times times) const {
  const TimeWindow& window = options_.windows[side];
  return {std::max(times.start, window.start), std::min(times.end, window.end)};
}

bool TrackEquality::same_time(double a, double b) const {
  if (options_.ignore_times || a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::abs(a - b) <= options_.time_tolerance;
}

std::string_view TrackEquality::difference(const std::array<Times, 2>& times) const {
  if (!same_time(times[0].start, times[1].start)) return "the time of its start differs";
  if (!same_time(times[0].end, times[1].end)) return "the time of its end differs";
  return {};
}

std::string_view TrackEquality::difference(TypeKind kind, uint64_t a, uint64_t b) const {
  if (kind == TypeKind::variable) {
    const double number = traces_[0]->variables().value[a];
    const double other = traces_[1]->variables().value[b];
    const bool same = number == other || (std::isnan(number) && std::isnan(other));
    if (!same) return "the value differs";
  } else {
    const auto value = [&](std::size_t side, uint64_t row) {
      const Trace& trace = *traces_[side];
      return values_.number(
          side, kind == TypeKind::state ? trace.states().value[row] : trace.events().value[row]);
    };
    if (value(0, a) != value(1, b)) return "the value differs";
  }
  if (kind == TypeKind::state && traces_[0]->states().depth[a] != traces_[1]->states().depth[b]) {
    return "the depth differs";
  }
  return difference({times(0, kind, a), times(1, kind, b)});
}

double TrackEquality::parting_time(const std::array<Times, 2>& when, bool only_times_differ) const {
  const bool only_end = only_times_differ && same_time(when[0].start, when[1].start);
  return only_end ? std::min(when[0].end, when[1].end) : std::min(when[0].start, when[1].start);
}

std::optional<RowDifference> TrackEquality::compare_in_order(
    TypeKind kind, const std::array<Rows, 2>& rows) const {
  std::optional<RowDifference> first;
  const std::size_t common = std::min(rows[0].size(), rows[1].size());
  for (std::size_t i = 0; i < common; ++i) {
    const uint64_t a = rows[0][i];
    const uint64_t b = rows[1][i];
    const std::array<Times, 2> when{times(0, kind, a), times(1, kind, b)};
    // Within a state whose end differs there may be others that part before that end.
    if (first && std::min(when[0].start, when[1].start) >= first->time) return first;
    const std::string_view reason = difference(kind, a, b);
    if (reason.empty()) continue;
    keep_earlier(first, {parting_time(when, reason == difference(when)), {a, b}, reason});
  }
  if (rows[0].size() == rows[1].size()) return first;
  const std::size_t side = rows[0].size() > common ? 0 : 1;
  RowDifference missing{times(side, kind, rows[side][common]).start, {}, kMissing};
  missing.rows[side] = rows[side][common];
  keep_earlier(first, missing);
  return first;
}

void TrackEquality::sort_simultaneous(std::size_t side, Rows& events) const {
  const EventColumns columns = traces_[side]->events();
  std::stable_sort(events.begin(), events.end(), [&](uint64_t a, uint64_t b) {
    return std::pair(columns.time[a], values_.number(side, columns.value[a])) <
           std::pair(columns.time[b], values_.number(side, columns.value[b]));
  });
}

std::vector<TrackEquality::Link> TrackEquality::sorted_links(std::size_t side,
                                                             const Rows& rows) const {
  const Trace& trace = *traces_[side];
  const LinkColumns columns = trace.links();
  const auto& numbers = containers_.number[side];
  std::vector<Link> links;
  links.reserve(rows.size());
  for (const uint64_t row : rows) {
    links.push_back(
        {values_.number(side, columns.value[row]),
         {numbers[columns.start_container[row].index], numbers[columns.end_container[row].index]},
         folded(trace.link_key(row).text, options_.ignore_case),
         times(side, TypeKind::link, row),
         row});
  }
  std::sort(links.begin(), links.end());
  return links;
}

std::optional<RowDifference> TrackEquality::compare_links(const std::array<Rows, 2>& rows) const {
  const std::array<std::vector<Link>, 2> links{sorted_links(0, rows[0]), sorted_links(1, rows[1])};
  std::optional<RowDifference> first;
  auto a = links[0].begin();
  auto b = links[1].begin();
  while (a != links[0].end() || b != links[1].end()) {
    if (b == links[1].end() || (a != links[0].end() && a->identity() < b->identity())) {
      keep_earlier(first, {a->times.start, {a->row, std::nullopt}, kMissing});
      ++a;
    } else if (a == links[0].end() || b->identity() < a->identity()) {
      keep_earlier(first, {b->times.start, {std::nullopt, b->row}, kMissing});
      ++b;
    } else {
      const std::string_view reason = difference({a->times, b->times});
      if (!reason.empty()) {
        keep_earlier(first, {parting_time({a->times, b->times}, true), {a->row, b->row}, reason});
      }
      ++a;
      ++b;
    }
  }
  return first;
}

std::optional<RowDifference> TrackEquality::compare(const std::array<Track, 2>& tracks) const {
  std::array<Rows, 2> rows{rows_in_window(0, tracks[0]), rows_in_window(1, tracks[1])};
  const TypeKind kind = tracks[0].kind;
  if (kind == TypeKind::link) return compare_links(rows);
  auto found = compare_in_order(kind, rows);
  if (!found || kind != TypeKind::event || options_.ignore_times) return found;
  // Events of one time have no order among themselves. They are sorted only where it is needed,
  // since with a tolerance the stored order may agree where the sorted one does not.
  for (std::size_t side = 0; side < 2; ++side) sort_simultaneous(side, rows[side]);
  return compare_in_order(kind, rows);
}

std::optional<RowDifference> TrackEquality::compare(const Pair<ContainerId>& pair) const {
  std::array<Times, 2> when;
  for (std::size_t side = 0; side < 2; ++side) {
    const Container& container = (*traces_[side])[pair[side]];
    when[side] = cut(side, {container.start, container.end});
  }
  const std::string_view reason = difference(when);
  if (reason.empty()) return std::nullopt;
  return RowDifference{parting_time(when, true), {}, reason};
}

std::string TrackEquality::text(std::size_t side, const Track& track, uint64_t row) const {
  const Trace& trace = *traces_[side];
  const std::string place = fmt::format("{} of {}: ", row - track.first + 1, track.size());
  const auto name = [&](ValueId value) { return trace[value].name.text; };
  switch (track.kind) {
    case TypeKind::state: {
      const StateColumns& states = trace.states();
      return place + fmt::format("{} to {}, depth {}, value '{}'", states.start[row],
                                 states.end[row], states.depth[row], name(states.value[row]));
    }
    case TypeKind::variable: {
      const VariableColumns& variables = trace.variables();
      return place + fmt::format("{} to {}, value {}", variables.start[row], variables.end[row],
                                 variables.value[row]);
    }
    case TypeKind::event: {
      const EventColumns& events = trace.events();
      return place + fmt::format("at {}, value '{}'", events.time[row], name(events.value[row]));
    }
    default: {
      const LinkColumns& links = trace.links();
      return place + fmt::format("{} to {}, value '{}', from '{}' to '{}', key '{}'",
                                 links.start[row], links.end[row], name(links.value[row]),
                                 container_path(trace, links.start_container[row]),
                                 container_path(trace, links.end_container[row]),
                                 trace.link_key(row).text);
    }
  }
}

}  // namespace paje::tools
