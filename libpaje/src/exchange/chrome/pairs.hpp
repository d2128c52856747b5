// Begins and ends of slices of a Chrome trace, of one thread or one asynchronous operation, paired.
#pragma once

#include <vector>

#include "exchange/chrome/spans.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/slices.hpp"

namespace paje::exchange {

/// Slices of marks that come in any order. An end closes the slice of its name that began last, or,
/// without a name, the one that began last of all that no named end has left open. An end of a name
/// that no open slice has closes what no other end does. What is still open when the slice around
/// it ends, ends with it. All but the simple case is counted as lost. Fields of an end go to
/// the slice. O(n log n) for the sorting, else linear.
std::vector<Slice> pair_marks(std::vector<ChromeMark> marks, ImportedTrace& trace, Losses& losses);

}  // namespace paje::exchange
