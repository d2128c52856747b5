#include "model/compare/binding.hpp"

#include <algorithm>

namespace paje::gui {

std::optional<BoundSpan> bound_span(Binding binding, const RunAlignment* alignment, int slot,
                                    const TimeAxis& from, const TimeAxis& to) {
  if (binding == Binding::none) return {};
  if (binding == Binding::alignment && alignment != nullptr) {
    const TimeSpan shown = from.shown();
    const TimeSpan other{alignment->other_time(slot, shown.start),
                         alignment->other_time(slot, shown.end)};
    return BoundSpan{other, other.length()};
  }
  const double scale = binding == Binding::normalised ? to.run().length() / from.run().length() : 1;
  const double start = to.run().start + from.offset() * scale;
  return BoundSpan{{start, start + from.length() * scale}, from.run().length()};
}

TimeSpan shown_of_first(Binding binding, const RunAlignment& alignment) {
  TimeSpan first = alignment.run(0).span();
  const TimeSpan second = alignment.run(1).span();
  if (binding == Binding::wall_time) {
    first.end = first.start + std::max(first.length(), second.length());
  } else if (binding == Binding::alignment) {
    first.start = std::min(first.start, alignment.other_time(1, second.start));
    first.end = std::max(first.end, alignment.other_time(1, second.end));
  }
  return first;
}

}  // namespace paje::gui
