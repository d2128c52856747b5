// Links of two traces, by channel.
#pragma once

#include "base/thread_pool.hpp"
#include "comparison/track_matching.hpp"
#include "paje/comparison.hpp"

namespace paje {

/// Compares the links between wanted containers that have partners. A channel is the links of one
/// type and value from one container to another. Links of one key are pairs, where keys distinguish
/// links apart and most are in both traces, all if the links are as many; else those at the same
/// place in order of their starts. The same for any number of threads. O(links log links).
LinkComparison compare_links(const Trace& a, const Trace& b,
                             const std::vector<MatchedContainers>& containers,
                             const ComparisonOptions& options, double origin_a, double origin_b,
                             ThreadPool& parallel);

}  // namespace paje
