// Puts operations in order of time, those of one time in the order they came in.
#pragma once

#include <cstdint>
#include <vector>

#include "base/pod_vector.hpp"
#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// Importers deliver most operations in order: those that come later than their time are then
/// sorted on their own. Where most are late, as track comes after track, and there are very many,
/// they stay where they are, for to move them takes as much memory again: the result has their
/// numbers in order. It is empty if the operations themselves are in order. `threads` as in
/// stable_sort_by().
PodVector<uint32_t> sort_operations(std::vector<Operation>& operations, unsigned threads);

}  // namespace paje::exchange
