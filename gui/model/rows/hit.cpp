#include "model/rows/hit.hpp"

#include <algorithm>
#include <cmath>

namespace paje::gui {

namespace {

double distance_to_line(double x, double y, double x0, double y0, double x1, double y1) {
  const double length = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0);
  const double along =
      length > 0 ? std::clamp(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0.0, 1.0) : 0;
  return std::hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));
}

std::optional<ObjectRef> link_at(const TraceModel& model, const RowLayout& layout,
                                 const ViewState& state, double x, double y) {
  const Trace& trace = model.trace();
  const auto links = model.links().shown(state.axis.shown(), kMostArrows);
  double distance = links.size() <= kFewArrows ? 3 : 1;
  uint64_t nearest = LinkBundle::kNone;
  for (const LinkBundle& link : links) {
    if (link.row == LinkBundle::kNone) continue;
    const auto y0 = link_y(model, layout, link.from);
    const auto y1 = link_y(model, layout, link.to);
    if (!y0 || !y1) continue;
    const double away =
        distance_to_line(x, y, state.axis.x_of(link.start), *y0, state.axis.x_of(link.end), *y1);
    if (away >= distance) continue;
    distance = away;
    nearest = link.row;
  }
  if (nearest == LinkBundle::kNone) return {};
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::link && nearest >= track.first && nearest < track.last) {
      return ObjectRef{TypeKind::link, track.container, track.type, nearest};
    }
  }
  return {};
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
  if (state.shows_links) {
    if (const auto link = link_at(model, layout, state, x, y)) return link;
  }
  const auto hit = hit_at(layout, y);
  const double tolerance = 3 * state.axis.seconds_per_pixel();
  const double time = state.axis.time_at(x);
  if (hit && hit->track != nullptr && hit->track->track.kind == TypeKind::variable &&
      hit->track->track.count > 1) {
    const Row& row = layout.rows[hit->row];
    return variable_near(model, state, row, *hit->track, time, y - row.y - hit->track->y);
  }
  if (hit && hit->track != nullptr) {
    const TrackBands& track = hit->track->track;
    for (uint32_t band = hit->band + 1; band-- > track.first;) {
      const ContainerId container = layout.rows[hit->row].container;
      const auto found = object_at(model, container, track, band, time, tolerance);
      if (!found) continue;
      const ValueId value = value_of(model.trace(), *found);
      if (value.valid() && value.index < state.hidden.size() && state.hidden[value.index]) continue;
      return found;
    }
  }
  return {};
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
