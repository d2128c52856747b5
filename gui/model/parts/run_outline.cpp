#include "model/parts/run_outline.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "paje/type_kind.hpp"

namespace paje::gui {

namespace {

OutlineTrack outline_of(const OverviewTrack& track) {
  OutlineTrack made{track.container, track.type, track.kind, 1, track.rows, {}};
  for (const OverviewCells& cells : track.cells) {
    if (track.kind == TypeKind::variable) {
      made.variable.add(cells.low, 0);
      made.variable.add(cells.high, 0);
    }
    if (track.kind != TypeKind::state) continue;
    for (const OverviewLane& lane : cells.lanes) made.bands = std::max(made.bands, lane.depth + 1);
  }
  for (const OverviewState& state : track.states) {
    made.bands = std::max(made.bands, state.depth + 1);
  }
  return made;
}

// Lanes name the values that a track has. Where some have no lane, or nothing is known of some
// objects, it may have any value of its type.
void add_used(const OverviewTrack& track, const Trace& tree, std::vector<bool>& used) {
  if (track.kind == TypeKind::variable) return;
  bool may_have_any = track.hidden > 0;
  for (const OverviewCells& cells : track.cells) {
    for (const OverviewLane& lane : cells.lanes) {
      may_have_any |= !lane.value.valid();
      if (lane.value.valid()) used[lane.value.index] = true;
    }
  }
  for (const OverviewState& state : track.states) used[state.value.index] = true;
  for (std::size_t i = 0; may_have_any && i < used.size(); ++i) {
    if (tree.values()[i].type == track.type) used[i] = true;
  }
}

TimeSpan span_of(const TraceOverview& overview) {
  double start = std::numeric_limits<double>::infinity();
  double end = -std::numeric_limits<double>::infinity();
  const auto add = [&](double from, double to) {
    for (const double time : {from, to}) {
      if (!std::isfinite(time)) continue;
      start = std::min(start, time);
      end = std::max(end, time);
    }
  };
  if (overview.bounds) add(overview.bounds->first_start, overview.bounds->last_end);
  for (std::size_t i = 1; i < overview.tree.containers().size(); ++i) {
    add(overview.tree.containers()[i].start, overview.tree.containers()[i].end);
  }
  if (overview.tree.end_time() && *overview.tree.end_time() > end) {
    end = *overview.tree.end_time();
  }
  if (!(end >= start)) return {0, 0};
  return {start, end};
}

}  // namespace

std::array<int64_t, 5> identity_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw std::system_error(errno, std::generic_category(), path);
  }
  return {static_cast<int64_t>(status.st_dev), static_cast<int64_t>(status.st_ino),
          static_cast<int64_t>(status.st_size), static_cast<int64_t>(status.st_mtim.tv_sec),
          static_cast<int64_t>(status.st_mtim.tv_nsec)};
}

RunOutline outline_of(TraceOverview& overview, ArchiveSource source) {
  RunOutline outline;
  outline.span = span_of(overview);
  outline.bounds = overview.bounds;
  outline.used.assign(overview.tree.values().size(), false);
  for (const OverviewTrack& track : overview.tracks) {
    outline.tracks.push_back(outline_of(track));
    add_used(track, overview.tree, outline.used);
  }
  outline.blocks = std::move(overview.blocks);
  for (const OverviewBlock& block : outline.blocks) {
    for (const OverviewBlock::Part& part : block.parts) {
      outline.objects[static_cast<std::size_t>(block.kind)] += part.rows;
    }
  }
  for (const EventDefinition& definition : overview.tree.event_definitions()) {
    if (definition.kept_fields().empty()) continue;
    outline.has_fields[static_cast<std::size_t>(type_kind(definition.kind))] = true;
  }
  outline.source = std::move(source);
  return outline;
}

}  // namespace paje::gui
