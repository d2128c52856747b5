// Where a time ruler has its marks and what is next to them, from nanoseconds to days.
#pragma once

#include <string>
#include <vector>

#include "model/time/time_axis.hpp"
#include "paje/time_unit.hpp"

namespace paje::gui {

struct Tick {
  double x = 0;
  std::string label;  ///< empty for the small marks between two with labels
};

struct Ruler {
  /// What is to be added to all labels, when they would be too long to distinguish otherwise;
  /// else empty.
  std::string base;
  std::vector<Tick> ticks;
};

/// Marks at least `spacing` pixels apart; the small ones between them closer. The axis counts in
/// `unit`. No marks are less than `resolution` apart, which counts in it, too: there are no times
/// between. Closer than two of them, marks are as those of a trace with more digits.
Ruler ruler_for(const TimeAxis& axis, double spacing, TimeUnit unit = TimeUnit::seconds,
                double resolution = 0);

}  // namespace paje::gui
