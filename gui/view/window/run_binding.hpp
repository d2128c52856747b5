// How two runs go together: their time axes move together, and a place in one leads to a place in
// the other.
#pragma once

#include <array>
#include <cstdint>

#include "model/compare/binding.hpp"
#include "view/compare/comparison_panel.hpp"
#include "view/compare/shift_view.hpp"
#include "view/gantt/gantt_view.hpp"

namespace paje::gui {

/// As menus and pictures call it.
QString name_of(Binding binding);

class RunBinding {
 public:
  RunBinding(std::array<GanttView*, 2> views, ShiftView* shift, ComparisonPanel* comparison)
      : views_(views), shift_(shift), comparison_(comparison) {}

  void set(Binding binding);
  [[nodiscard]] Binding binding() const { return binding_; }
  /// Shows both runs from their starts to the end of the longer one.
  void show_both();
  /// Gives both one scale for what does not follow them: minimaps, and where the rows begin.
  void share_scale();
  /// Moves the other view to where that of `slot` is.
  void follow_axis(int slot);
  /// Moves the picture between the views to where they are.
  void follow_shift();
  /// Shows what the comparison has found, or that there is none.
  void show_comparison(const QString& problem);
  /// Moves each view to its own place.
  void show_compared(const ComparedPlace& place);
  /// Selects the partner of a state of run `slot` in the other; false if it has none.
  bool go_to_partner(int slot, const ObjectRef& object);

 private:
  [[nodiscard]] GanttView* view(int slot) const {
    return views_.at(static_cast<std::size_t>(slot));
  }

  std::array<GanttView*, 2> views_;
  ShiftView* shift_;
  ComparisonPanel* comparison_;
  Binding binding_ = Binding::wall_time;
  bool is_following_ = false;
};

}  // namespace paje::gui
