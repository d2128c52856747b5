#include "replay/object_sink.hpp"

namespace paje {

namespace {

// Passes selected objects on.
class SelectingVisitor final : public ObjectVisitor {
 public:
  SelectingVisitor(const Hierarchy& hierarchy, const ObjectFilter& filter, ObjectVisitor& visitor)
      : hierarchy_(hierarchy), filter_(filter), visitor_(visitor) {}

  void on_state(const Place& place, const State& state) override {
    if (filter_.has_time(state.start, state.end) && filter_.has_depth(state.depth)) {
      visitor_.on_state(place, state);
    }
  }
  void on_variable(const Place& place, const Variable& variable) override {
    if (filter_.has_time(variable.start, variable.end)) visitor_.on_variable(place, variable);
  }
  void on_event(const Place& place, const PunctualEvent& event) override {
    if (filter_.has_time(event.time, event.time)) visitor_.on_event(place, event);
  }
  void on_link(const Place& place, const Link& link) override {
    if (filter_.has_time(link.start, link.end) &&
        filter_.has_ends(id_of(place.container), id_of(link.start_container),
                         id_of(link.end_container))) {
      visitor_.on_link(place, link);
    }
  }

 private:
  [[nodiscard]] ContainerId id_of(const Container& container) const {
    return {static_cast<uint32_t>(&container - hierarchy_.containers.data())};
  }

  const Hierarchy& hierarchy_;
  const ObjectFilter& filter_;
  ObjectVisitor& visitor_;
};

}  // namespace

void SelectedFlush::flush(History& history, ObjectVisitor& visitor) const {
  if (filter_.is_everything()) return history.flush(hierarchy_, visitor);
  const TypeKind kind = hierarchy_.types[history.type.index].kind;
  if (filter_.has_track(history.container, history.type, kind)) {
    SelectingVisitor selecting(hierarchy_, filter_, visitor);
    history.flush(hierarchy_, selecting);
  } else {
    ObjectVisitor nobody;
    history.flush(hierarchy_, nobody);
  }
}

void VisitorSink::deliver(std::span<History* const> histories, const SelectedFlush& selected_flush,
                          ThreadPool&) {
  for (History* history : histories) selected_flush.flush(*history, visitor_);
}

void VisitorSink::deliver_container(const Container& container, const Type& type,
                                    const Container* parent, ObjectVisitor::Fields user_fields) {
  visitor_.on_container(container, type, parent, user_fields);
}

}  // namespace paje
