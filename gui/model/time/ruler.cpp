#include "model/time/ruler.hpp"

#include <cmath>

#include "model/time/time_form.hpp"

namespace paje::gui {

namespace {

constexpr int kMostParts = 6;  // that a step has

}  // namespace

Ruler ruler_for(const TimeAxis& axis, double spacing, TimeUnit times, double resolution) {
  using Exact = TimeForm::Exact;
  if (!(spacing >= 1)) spacing = 1;
  const TimeForm form(axis, times, resolution, spacing);
  const TimeStep step = form.step();
  Ruler ruler;
  ruler.base = form.base_text();
  // All that follows is in seconds.
  const double pixel = in_seconds(axis.seconds_per_pixel(), times);
  const Exact left = (static_cast<Exact>(axis.run().start) + axis.offset()) /
                     static_cast<Exact>(per_second(times));
  const Exact right = left + in_seconds(axis.length(), times);
  const Exact base = form.base();
  const Exact small = static_cast<Exact>(step.seconds) / step.parts;
  const auto first = std::floor((left - base) / small);
  if (first + 1 == first) return ruler;  // so far from 0 that marks are all at one place
  const auto most = static_cast<int>(axis.width() / spacing * kMostParts) + 2 * kMostParts;
  for (int number = 0; number < most; ++number) {
    const Exact i = first + number;
    const Exact at = i * small;
    if (base + at > right + small) break;
    Tick tick{static_cast<double>((base - left + at) / pixel), {}};
    // Rounded to somewhere else, where one looks closer than numbers lie.
    if (!(tick.x >= -axis.width() && tick.x <= 2 * axis.width())) continue;
    if (std::fmod(i, static_cast<Exact>(step.parts)) == 0) tick.label = form.label(at);
    ruler.ticks.push_back(std::move(tick));
  }
  return ruler;
}

}  // namespace paje::gui
