// How long scattering and gathering take by the LMO model: with the leap that scattering makes at
// a size, and the sizes between which gathering escalates; and how to call them best.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "paje/export.hpp"
#include "paje/models/lmo.hpp"
#include "paje/models/size_segments.hpp"

namespace paje {

enum class CollectiveKind : uint8_t { scatter, gather };
enum class RootedAlgorithm : uint8_t {
  linear,    ///< the root and each other process
  binomial,  ///< a tree whose inner processes pass on what is for those below them
};

/// `bytes` to or from each process. The time is from the start at the root to the end of the last
/// process (gather: of the root).
struct CollectiveTime {
  CollectiveKind kind = CollectiveKind::scatter;
  uint32_t root = 0;
  double bytes = 0;
  double time = 0;
};

/// Sizes at which linear collectives change, in bytes; infinite: never, as far as was measured.
struct CollectiveThresholds {
  double scatter_leap = std::numeric_limits<double>::infinity();  ///< S
  double gather_small = std::numeric_limits<double>::infinity();  ///< M_1
  double gather_large = std::numeric_limits<double>::infinity();  ///< M_2
  double small_slope = 0;  ///< kappa_1: seconds of a byte besides the model's up to M_1
  double large_slope = 0;  ///< kappa_2: from M_2 on
};

/// S, M_1 and M_2 of the root that they come first at, slopes as the mean of all roots.
PAJE_EXPORT CollectiveThresholds fit_thresholds(const LmoModel& model,
                                                std::span<const CollectiveTime> measured,
                                                EscalationRule rule = EscalationRule::previous);

struct CollectivePlan {
  CollectiveKind kind = CollectiveKind::scatter;
  RootedAlgorithm algorithm = RootedAlgorithm::linear;
  uint32_t root = 0;
  double bytes = 0;
  double segment = 0;  ///< one call after the other with as many bytes; 0: all at once
};

/// Seconds; nothing for gathering between M_1 and M_2, where times are not predictable. Throws
/// std::invalid_argument for a root that is not there, or a segment of more than 1e9 calls.
PAJE_EXPORT std::optional<double> predict_collective(const LmoModel& model,
                                                     const CollectiveThresholds& thresholds,
                                                     const CollectivePlan& plan);

/// The root, algorithm and segment of the least predicted time; of equal ones the first root,
/// linear before binomial, all at once before segments. `root`: only that one.
PAJE_EXPORT CollectivePlan recommend_collective(const LmoModel& model,
                                                const CollectiveThresholds& thresholds,
                                                CollectiveKind kind, double bytes,
                                                std::optional<uint32_t> root = {});

}  // namespace paje
