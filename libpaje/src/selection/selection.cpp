#include "paje/selection.hpp"

#include <memory>

#include "selection/object_filter.hpp"

namespace paje {

SelectionError::~SelectionError() = default;

SelectedObjects::SelectedObjects(const Trace& trace, const Selection& selection)
    : trace_(&trace),
      start_(selection.start),
      end_(selection.end),
      limits_times_(selection.limits_times()) {
  auto filter = std::make_shared<ObjectFilter>(selection);
  filter->learn(trace.types(), trace.containers());
  if (!selection.allow_unmatched)
    check_matched({filter.get(), 1}, trace.types(), trace.containers());
  filter_ = std::move(filter);
}

bool SelectedObjects::has_container(ContainerId id) const {
  return filter_->matches_container(id) && filter_->has_type((*trace_)[id].type);
}

bool SelectedObjects::matches_container(ContainerId id) const {
  return filter_->matches_container(id);
}

bool SelectedObjects::has_type(TypeId id) const { return filter_->has_type(id); }

bool SelectedObjects::has_track(const Track& track) const {
  return filter_->has_track(track.container, track.type, track.kind);
}

bool SelectedObjects::has_row(const Track& track, uint64_t row) const {
  if (filter_->is_everything()) return true;
  if (track.kind == TypeKind::state && !filter_->has_depth(trace_->states().depth[row])) {
    return false;
  }
  if (track.kind == TypeKind::link) {
    const LinkColumns links = trace_->links();
    if (!filter_->has_ends(track.container, links.start_container[row], links.end_container[row])) {
      return false;
    }
  }
  return filter_->has_time(trace_->starts(track.kind)[row], trace_->ends(track.kind)[row]);
}

void check_selection(const Selection& selection, std::span<const Trace* const> traces) {
  std::vector<ObjectFilter> filters;
  for (const Trace* trace : traces) {
    filters.emplace_back(selection).learn(trace->types(), trace->containers());
  }
  if (traces.empty()) return;
  check_matched(filters, traces.front()->types(), traces.front()->containers());
}

}  // namespace paje
