// From values of variables to places in a picture: the bounds that a row's variables share, and the
// unit that their names have.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/rows/trace_model.hpp"

namespace paje::gui {

/// Bounds that somebody chose, by type.
using ChosenScales = std::map<TypeId, std::pair<double, double>>;

struct VariableScale {
  double low = 0;
  double high = 1;

  /// Of `value` between the bounds, from 0 to 1; by halves, because the greatest numbers there are
  /// have no difference.
  [[nodiscard]] double share(double value) const {
    const double range = high / 2 - low / 2;
    return range > 0 ? std::clamp((value / 2 - low / 2) / range, 0.0, 1.0) : 0;
  }
  friend bool operator==(const VariableScale&, const VariableScale&) = default;
};

/// The scale of a band among the `count` bands from `first` on that share a row: the one chosen for
/// its type; else with `is_own` that of the band itself; else that of all bands of the types in the
/// row. All but chosen ones have 0 in them.
VariableScale scale_of(const TraceModel& model, uint32_t band, uint32_t first, uint32_t count,
                       bool is_own, const ChosenScales& chosen);

/// Two numbers with `to` or `..` between: `0 to 120`. Nothing if they are none or the first is not
/// less than the second.
std::optional<std::pair<double, double>> parse_scale(std::string_view text);

/// What a name has in brackets at its end, as `W` of `power [W]` or `power (W)`; else empty.
std::string_view unit_in(std::string_view name);

}  // namespace paje::gui
