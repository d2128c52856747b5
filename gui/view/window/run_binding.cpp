#include "view/window/run_binding.hpp"

#include <QCoreApplication>
#include <algorithm>

namespace paje::gui {

QString name_of(Binding binding) {
  switch (binding) {
    case Binding::none:
      return QCoreApplication::translate("RunBinding", "Two traces: each by itself");
    case Binding::wall_time:
      return QCoreApplication::translate("RunBinding", "Two traces: same time");
    case Binding::normalised:
      return QCoreApplication::translate("RunBinding", "Two traces: same part of the run");
    case Binding::alignment:
      return QCoreApplication::translate("RunBinding", "Two traces: aligned states");
  }
  return {};
}

void RunBinding::show_both() {
  if (!view(0)->model() || !view(1)->model()) return;
  const double longest =
      std::max(view(0)->model()->span().length(), view(1)->model()->span().length());
  for (int slot = 0; slot < 2; ++slot) {
    const bool is_own = binding_ == Binding::none || binding_ == Binding::normalised;
    const double length = is_own ? view(slot)->model()->span().length() : longest;
    view(slot)->follow(0, length, longest);
  }
  if (binding_ == Binding::alignment) follow_axis(0);
  follow_shift();
}

void RunBinding::share_scale() {
  SharedScale shared;
  if (view(0)->model() && view(1)->model()) {
    for (const GanttView* view : views_) {
      shared.run = std::max(shared.run, view->model()->span().length());
      shared.names = std::max(shared.names, view->wanted_names_width());
    }
  }
  for (GanttView* view : views_) view->share(shared);
}

void RunBinding::set(Binding binding) {
  binding_ = binding;
  follow_axis(0);
}

void RunBinding::show_comparison(const QString& problem) {
  const RunAlignmentPointer& alignment = comparison_->alignment();
  for (int slot = 0; slot < 2; ++slot) {
    view(slot)->set_differences(alignment ? alignment->differences(slot) : nullptr);
  }
  shift_->set_message(problem);
  shift_->set_alignment(alignment);
}

void RunBinding::show_compared(const ComparedPlace& place) {
  const RunAlignmentPointer& alignment = comparison_->alignment();
  is_following_ = true;  // each goes to its own place
  for (int slot = 0; slot < 2; ++slot) {
    const auto& span = place.spans.at(static_cast<std::size_t>(slot));
    const ContainerId container = place.containers.at(static_cast<std::size_t>(slot));
    if (!span || !container.valid()) continue;
    const double half = std::max(span->length() * 0.6, alignment->run(slot).span().length() / 200);
    const double middle = (span->start + span->end) / 2;
    view(slot)->show_span({middle - half, middle + half});
    view(slot)->set_range(span->length() > 0 ? std::optional(*span) : std::nullopt);
    view(slot)->reveal({middle, middle + half}, container);
  }
  is_following_ = false;
  follow_shift();
}

bool RunBinding::go_to_partner(int slot, const ObjectRef& object) {
  const auto partner = comparison_->alignment()->partner(slot, object);
  if (!partner) return false;
  is_following_ = true;  // the one that was clicked stays where it is
  view(1 - slot)->select(*partner, true);
  is_following_ = false;
  return true;
}

void RunBinding::follow_shift() {
  if (!view(1)->model()) return;
  shift_->follow({view(0)->state().axis, view(1)->state().axis}, view(0)->rows_area(),
                 view(0)->visible_palette());
}

void RunBinding::follow_axis(int slot) {
  follow_shift();
  GanttView* from = view(slot);
  GanttView* to = view(1 - slot);
  if (is_following_ || !from->model() || !to->model()) return;
  is_following_ = true;
  const auto bound = bound_span(binding_, comparison_->alignment().get(), slot, from->state().axis,
                                to->state().axis);
  if (bound) to->follow(bound->shown, bound->allowed);
  is_following_ = false;
  follow_shift();
}

}  // namespace paje::gui
