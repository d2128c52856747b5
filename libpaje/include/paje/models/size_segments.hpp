// Times by message size as line segments with breaks, and the size at which times escalate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "paje/export.hpp"
#include "paje/models/point_to_point.hpp"

namespace paje {

/// The index of the last point of each segment (one more than the breaks), for the best fit of a
/// line to each. Fewer segments if one would have fewer than two points. Sizes must ascend. By
/// dynamic programming (J. Bai, P. Perron, "Computation and analysis of multiple structural change
/// models"). O(points^2 breaks).
PAJE_EXPORT std::vector<std::size_t> find_segments(std::span<const SizeTime> points,
                                                   std::size_t breaks);
/// The same; the Bayesian information criterion chooses the number of breaks, up to `most`.
PAJE_EXPORT std::vector<std::size_t> find_segments_by_bic(std::span<const SizeTime> points,
                                                          std::size_t most);

/// The last point before a leap up by more than a tenth, if one break fits better than none.
PAJE_EXPORT std::optional<std::size_t> find_leap(std::span<const SizeTime> points);

enum class EscalationRule : uint8_t {
  previous,  ///< more than 10 times the time of the previous size
  first,     ///< more than 10 times the time of the first size, as the paper prints it
};
/// The last point before times escalate.
PAJE_EXPORT std::optional<std::size_t> find_escalation(
    std::span<const SizeTime> points, EscalationRule rule = EscalationRule::previous);

}  // namespace paje
