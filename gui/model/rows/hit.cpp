#include "model/rows/hit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace paje::gui {

namespace {

double distance_to_line(double x, double y, double x0, double y0, double x1, double y1) {
  const double length = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0);
  const double along =
      length > 0 ? std::clamp(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0.0, 1.0) : 0;
  return std::hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));
}

// The arrows as they are drawn.
struct Arrow {
  LinkBundle links;
  double x0, y0, x1, y1;
  [[nodiscard]] double distance(double x, double y) const {
    return distance_to_line(x, y, x0, y0, x1, y1);
  }
};

constexpr double kNear = 3;    // pixels: of a line that is meant
constexpr double kOnLine = 1;  // where lines are close together

std::vector<Arrow> arrows_of(const TraceModel& model, const RowLayout& layout,
                             const ViewState& state) {
  std::vector<Arrow> arrows;
  if (!state.shows_links) return arrows;
  for (const LinkBundle& link :
       model.links().shown(state.axis.shown(), kMostArrows, state.hidden)) {
    const auto y0 = link_y(model, layout, link.from);
    const auto y1 = link_y(model, layout, link.to);
    if (!y0 || !y1) continue;
    arrows.push_back({link, state.axis.x_of(link.start), *y0, state.axis.x_of(link.end), *y1});
  }
  return arrows;
}

// Whether lines leave no point of an object, at the height of `y`, that is farther than kNear from
// all of them.
bool is_covered(const TraceModel& model, const ViewState& state, const ObjectRef& object, double y,
                const std::vector<Arrow>& arrows) {
  const TimeSpan span = span_of(model.trace(), object);
  const double left = std::clamp(state.axis.x_of(span.start), 0.0, state.axis.width());
  const double right = std::clamp(state.axis.x_of(span.end), 0.0, state.axis.width());
  std::vector<const Arrow*> close;
  for (const Arrow& arrow : arrows) {
    const auto [first, last] = std::minmax(arrow.x0, arrow.x1);
    const auto [top, bottom] = std::minmax(arrow.y0, arrow.y1);
    if (last >= left - kNear && first <= right + kNear && bottom >= y - kNear && top <= y + kNear) {
      close.push_back(&arrow);
    }
  }
  constexpr int kSamples = 64;
  for (int i = 0; i < kSamples; ++i) {
    const double x = left + (right - left) * (i + 0.5) / kSamples;
    if (std::all_of(close.begin(), close.end(),
                    [&](const Arrow* arrow) { return arrow->distance(x, y) >= kNear; })) {
      return false;
    }
  }
  return true;
}

// How far from a line it is meant, not the object below: at most half of a narrow object is the
// line's, a quarter on each side.
double reach_over(const TraceModel& model, const ViewState& state, const ObjectRef& object,
                  double y, const std::vector<Arrow>& arrows) {
  if (is_covered(model, state, object, y, arrows)) return kOnLine;
  const double width = span_of(model.trace(), object).length() / state.axis.seconds_per_pixel();
  return std::clamp(width / 4, kOnLine, kNear);
}

const Arrow* nearest_arrow(const std::vector<Arrow>& arrows, double x, double y) {
  const Arrow* nearest = nullptr;
  double distance = kNear;
  for (const Arrow& arrow : arrows) {
    const double away = arrow.distance(x, y);
    if (away >= distance) continue;
    distance = away;
    nearest = &arrow;
  }
  return nearest;
}

// Of several variables in a track: the one whose line is nearest to `y`, from the track's top.
std::optional<ObjectRef> variable_near(const TraceModel& model, const ViewState& state,
                                       const Row& row, const PlacedTrack& placed, double time,
                                       double y) {
  const TrackBands& track = placed.track;
  std::optional<ObjectRef> nearest;
  double distance = placed.height;
  for (uint32_t band = track.first; band < track.first + track.count; ++band) {
    const auto found = object_at(model, row.container, track, band, time, 0);
    if (!found) continue;
    const VariableScale scale =
        scale_of(model, band, track.first, track.count, state.own_scales, state.scales);
    const double share = scale.share(model.trace().variables().value[found->row]);
    const double away = std::abs(placed.height * (1 - share) - y);
    if (away > distance) continue;
    distance = away;
    nearest = found;
  }
  return nearest;
}

std::optional<ObjectRef> object_in_row(const TraceModel& model, const RowLayout& layout,
                                       const ViewState& state, double x, double y) {
  const auto hit = hit_at(layout, y);
  const double tolerance = 3 * state.axis.seconds_per_pixel();
  const double time = state.axis.time_at(x);
  if (!hit || hit->track == nullptr) return {};
  const TrackBands& track = hit->track->track;
  if (track.kind == TypeKind::variable && track.count > 1) {
    const Row& row = layout.rows[hit->row];
    return variable_near(model, state, row, *hit->track, time, y - row.y - hit->track->y);
  }
  for (uint32_t band = hit->band + 1; band-- > track.first;) {
    const ContainerId container = layout.rows[hit->row].container;
    const auto found = object_at(model, container, track, band, time, tolerance);
    if (!found) continue;
    const ValueId value = value_of(model.trace(), *found);
    if (value.valid() && value.index < state.hidden.size() && state.hidden[value.index]) continue;
    return found;
  }
  return {};
}

// The arrow that is meant at a point, if one is. `below` is the object without it.
std::optional<LinkBundle> links_on(const TraceModel& model, const RowLayout& layout,
                                   const ViewState& state, const std::optional<ObjectRef>& below,
                                   double x, double y) {
  const std::vector<Arrow> arrows = arrows_of(model, layout, state);
  const Arrow* nearest = nearest_arrow(arrows, x, y);
  if (nearest == nullptr) return {};
  if (below && nearest->distance(x, y) >= reach_over(model, state, *below, y, arrows)) return {};
  return nearest->links;
}

}  // namespace

std::optional<Hit> hit_at(const RowLayout& layout, double y) {
  Hit hit{layout.row_at(y), nullptr, 0};
  if (hit.row == layout.rows.size()) return {};
  const Row& row = layout.rows[hit.row];
  for (const PlacedTrack& placed : row.tracks) {
    const double within = y - row.y - placed.y;
    if (within < 0 || within >= placed.height) continue;
    hit.track = &placed;
    const auto band = static_cast<uint32_t>(within / placed.height * placed.track.count);
    hit.band = placed.track.first + std::min(band, placed.track.count - 1);
  }
  return hit;
}

std::optional<ObjectRef> object_at(const TraceModel& model, const RowLayout& layout,
                                   const ViewState& state, double x, double y) {
  if (model.is_coarse()) return {};
  const auto below = object_in_row(model, layout, state, x, y);
  const auto links = links_on(model, layout, state, below, x, y);
  if (!links) return below;
  const uint64_t row = model.links().row_of(*links);
  for (const Track& track : model.trace().tracks()) {
    if (track.kind == TypeKind::link && row >= track.first && row < track.last) {
      return ObjectRef{TypeKind::link, track.container, track.type, row};
    }
  }
  return below;
}

uint32_t links_at(const TraceModel& model, const RowLayout& layout, const ViewState& state,
                  double x, double y) {
  if (model.is_coarse()) return 0;
  const auto below = object_in_row(model, layout, state, x, y);
  const auto links = links_on(model, layout, state, below, x, y);
  return links ? links->count : 0;
}

double snapped(const TraceModel& model, const RowLayout& layout, double time, double y,
               double tolerance) {
  const auto hit = hit_at(layout, y);
  if (model.is_coarse() || !hit || hit->track == nullptr ||
      hit->track->track.kind != TypeKind::state) {
    return time;
  }
  double nearest = time;
  double distance = tolerance;
  const auto look = [&](double edge) {
    if (std::abs(edge - time) > distance) return;
    distance = std::abs(edge - time);
    nearest = edge;
  };
  const StateBand& band = model.state_band(hit->band);
  const uint64_t next = band.first_ending_after(time);
  for (const uint64_t i : {next - 1, next}) {
    if (i >= band.size()) continue;
    look(band.start(i));
    look(band.end(i));
  }
  return nearest;
}

std::optional<double> link_y(const TraceModel& model, const RowLayout& layout,
                             ContainerId container) {
  const std::size_t at = layout.row_of(model, container);
  if (at == layout.rows.size()) return {};
  const Row& row = layout.rows[at];
  if (row.tracks.empty()) return row.y + row.height / 2;
  const PlacedTrack& placed = row.tracks.front();
  return row.y + placed.y + placed.height / placed.track.count / 2;
}

}  // namespace paje::gui
