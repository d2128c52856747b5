// Compares links of two traces, by channel.
#pragma once

#include "base/thread_pool.hpp"
#include "comparison/track_matching.hpp"
#include "paje/comparison.hpp"

namespace paje {

/// Compares the links between wanted containers that have partners. A channel is the links of one
/// type and value between two containers. Links with the same key are pairs if keys are unique and
/// most of them are in both traces (all, if the numbers of links are equal). Otherwise, the n-th
/// links by start are pairs. The result does not depend on the number of threads. O(links log
/// links).
LinkComparison compare_links(const Trace& a, const Trace& b,
                             const std::vector<MatchedContainers>& containers,
                             const ComparisonOptions& options, double origin_a, double origin_b,
                             ThreadPool& parallel);

}  // namespace paje
