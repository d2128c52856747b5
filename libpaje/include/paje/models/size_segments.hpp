// Times over message sizes as straight lines with breaks between them, and where they escalate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "paje/export.hpp"
#include "paje/models/point_to_point.hpp"

namespace paje {

/// Where a line for each segment fits best: the last place of each segment, so one more than there
/// are breaks. Fewer if the segments would have less than two points. Points have ascending sizes.
/// By dynamic programming (J. Bai, P. Perron, "Computation and analysis of multiple structural
/// change models"). O(points^2 breaks).
PAJE_EXPORT std::vector<std::size_t> find_segments(std::span<const SizeTime> points,
                                                   std::size_t breaks);
/// With as many breaks up to `most` as the Bayesian information criterion says.
PAJE_EXPORT std::vector<std::size_t> find_segments_by_bic(std::span<const SizeTime> points,
                                                          std::size_t most);

/// The last place before a leap upwards by more than a tenth, if one break is better than none.
PAJE_EXPORT std::optional<std::size_t> find_leap(std::span<const SizeTime> points);

enum class EscalationRule : uint8_t {
  previous,  ///< more than 10 times the time of the size before
  first,     ///< more than 10 times that of the first size: as the paper prints it
};
/// The last place before times escalate.
PAJE_EXPORT std::optional<std::size_t> find_escalation(
    std::span<const SizeTime> points, EscalationRule rule = EscalationRule::previous);

}  // namespace paje
