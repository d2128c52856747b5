// Puts operations in order of time, those of one time in the order they came in.
#pragma once

#include <cstdint>
#include <vector>

#include "base/pod_vector.hpp"
#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// Importers deliver most operations in order; those that come late are sorted on their own, and
/// the result is empty. If most of very many are late, as when track comes after track, they stay
/// where they are, since moving them takes as much memory again: then the result has their numbers
/// in order of time. `threads` as in stable_sort_by().
PodVector<uint32_t> sort_operations(std::vector<Operation>& operations, unsigned threads);

}  // namespace paje::exchange
