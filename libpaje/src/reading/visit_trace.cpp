#include "reading/visit_trace.hpp"

namespace paje {

namespace {

class TraceVisit {
 public:
  TraceVisit(const Trace& trace, const Selection& selection, ObjectVisitor& visitor)
      : trace_(trace), selected_(trace, selection), visitor_(visitor) {}

  void visit(ContainerId id) {
    for (const Track& track : trace_.tracks(id)) visit_track(track);
    const Container& container = trace_[id];
    if (!container.parent.valid() || !selected_.has_container(id)) return;
    const auto fields = trace_.user_fields(id);
    visitor_.on_container(container, trace_[container.type], &trace_[container.parent], fields);
  }

 private:
  void visit_track(const Track& track) {
    const ObjectVisitor::Place place{trace_[track.container], trace_[track.type]};
    for (uint64_t row = track.first; row < track.last; ++row) {
      const auto fields = trace_.user_fields(track, row);
      switch (track.kind) {
        case TypeKind::state:
          visit_state(place, row, fields);
          break;
        case TypeKind::variable: {
          const VariableColumns all = trace_.variables();
          visitor_.on_variable(place, {all.start[row], all.end[row], all.value[row], fields});
          break;
        }
        case TypeKind::event: {
          const EventColumns all = trace_.events();
          visitor_.on_event(place, {all.time[row], trace_[all.value[row]], fields});
          break;
        }
        case TypeKind::link:
          visit_link(place, row, fields);
          break;
        case TypeKind::container:
          break;
      }
    }
  }
  void visit_state(const ObjectVisitor::Place& place, uint64_t row, ObjectVisitor::Fields fields) {
    const StateColumns all = trace_.states();
    visitor_.on_state(
        place, {all.start[row], all.end[row], all.depth[row], trace_[all.value[row]], fields});
  }
  void visit_link(const ObjectVisitor::Place& place, uint64_t row, ObjectVisitor::Fields fields) {
    const LinkColumns all = trace_.links();
    visitor_.on_link(place, {all.start[row], all.end[row], trace_[all.value[row]],
                             trace_[all.start_container[row]], trace_[all.end_container[row]],
                             trace_.link_key(row), fields});
  }

  const Trace& trace_;
  const SelectedObjects selected_;
  ObjectVisitor& visitor_;
};

}  // namespace

void visit_trace(const Trace& trace, const Selection& selection, ObjectVisitor& visitor) {
  Selection of_it = selection;
  of_it.allow_unmatched = true;  // what is like nothing was an error before
  TraceVisit visit(trace, of_it, visitor);
  for (uint32_t id = 0; id < trace.containers().size(); ++id) visit.visit({id});
}

}  // namespace paje
