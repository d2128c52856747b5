#include "replay/object_sink.hpp"

namespace paje {

void VisitorSink::deliver(std::span<History* const> histories, const Hierarchy& hierarchy,
                          ThreadPool&) {
  for (History* history : histories) history->flush(hierarchy, visitor_);
}

void VisitorSink::deliver_container(const Container& container, const Type& type,
                                    const Container* parent, ObjectVisitor::Fields user_fields) {
  visitor_.on_container(container, type, parent, user_fields);
}

}  // namespace paje
