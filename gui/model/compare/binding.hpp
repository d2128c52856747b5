// How the time axes of two runs go together: what one shows when the other shows something.
#pragma once

#include <array>
#include <optional>

#include "model/compare/run_alignment.hpp"
#include "model/time/time_axis.hpp"

namespace paje::gui {

enum class Binding { none, wall_time, normalised, alignment };

/// As the command line calls them, by their numbers.
inline constexpr std::array<const char*, 4> kBindings{"none", "time", "part", "states"};

/// What an axis is to show, of a run that may be shorter than `allowed`.
struct BoundSpan {
  TimeSpan shown;
  double allowed = 0;
};

/// What run `1 - slot`, on the axis `to`, shows when run `slot` shows what `from` does; nothing if
/// each goes by itself. While there is no alignment, they go by time.
std::optional<BoundSpan> bound_span(Binding binding, const RunAlignment* alignment, int slot,
                                    const TimeAxis& from, const TimeAxis& to);

/// What the first run shows in a picture of both, if nothing is said: so much that all of the
/// second can be seen next to it.
TimeSpan shown_of_first(Binding binding, const RunAlignment& alignment);

}  // namespace paje::gui
