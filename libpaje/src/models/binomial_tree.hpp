// Collectives on a binomial tree by the LMO model. Process v, numbered from the root, has the
// children v + 2^k, for 2^k below the lowest set bit of v. A message carries the data of a whole
// subtree.
#pragma once

#include "paje/models/lmo.hpp"

namespace paje {

/// Each process sends to its largest subtree first. A message occupies its sender for C + t M.
double binomial_scatter(const LmoModel& model, uint32_t root, double bytes);
/// The reverse: each process receives from its smallest subtree first, then sends to its parent.
double binomial_gather(const LmoModel& model, uint32_t root, double bytes);

}  // namespace paje
