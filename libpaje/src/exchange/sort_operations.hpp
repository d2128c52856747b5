// Puts operations in order of time, those of one time in the order they came in.
#pragma once

#include <cstddef>
#include <vector>

#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// `threads` as in stable_sort_by(). Importers deliver most operations in order: those that come
/// later than their time are sorted on their own.
void sort_operations(std::vector<Operation>& operations, unsigned threads);

}  // namespace paje::exchange
