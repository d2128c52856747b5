// Predicts the times of scatter and gather with the LMO model. Scatter leaps at one message size;
// gather escalates (its times become unpredictable) between two. Also recommends how to call them.
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
  binomial,  ///< a tree whose inner processes forward the data of those below them
};

/// One measured call with `bytes` to or from each process. The time, in seconds, is from the start
/// at the root to the end of the last process; for gather, to the end of the root.
struct CollectiveTime {
  CollectiveKind kind = CollectiveKind::scatter;
  uint32_t root = 0;
  double bytes = 0;
  double time = 0;
};

/// Sizes in bytes at which linear collectives change; infinite if no change was measured.
struct CollectiveThresholds {
  double scatter_leap = std::numeric_limits<double>::infinity();  ///< S: times leap above it
  double gather_small = std::numeric_limits<double>::infinity();  ///< M_1: escalates above it
  double gather_large = std::numeric_limits<double>::infinity();  ///< M_2: regular from it on
  double small_slope = 0;  ///< kappa_1: seconds per byte up to M_1, added to the model's
  double large_slope = 0;  ///< kappa_2: the same from M_2 on
};

/// S, M_1 and M_2 are the least of all roots; the slopes are means over all roots.
PAJE_EXPORT CollectiveThresholds fit_thresholds(const LmoModel& model,
                                                std::span<const CollectiveTime> measured,
                                                EscalationRule rule = EscalationRule::previous);

struct CollectivePlan {
  CollectiveKind kind = CollectiveKind::scatter;
  RootedAlgorithm algorithm = RootedAlgorithm::linear;
  uint32_t root = 0;
  double bytes = 0;
  double segment = 0;  ///< bytes of each call, if the data is sent in several calls; 0: one call
};

/// The predicted seconds. No prediction for gather between M_1 and M_2, where times are erratic.
/// Throws std::invalid_argument if there is no such root, or for segments that need over 1e9 calls.
PAJE_EXPORT std::optional<double> predict_collective(const LmoModel& model,
                                                     const CollectiveThresholds& thresholds,
                                                     const CollectivePlan& plan);

/// The root, algorithm and segment with the least predicted time. On a tie: the first root, linear
/// before binomial, one call before segments. With `root`, only that root is considered.
PAJE_EXPORT CollectivePlan recommend_collective(const LmoModel& model,
                                                const CollectiveThresholds& thresholds,
                                                CollectiveKind kind, double bytes,
                                                std::optional<uint32_t> root = {});

}  // namespace paje
