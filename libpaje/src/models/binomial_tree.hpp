// Collectives on a binomial tree by the LMO model. Process v, counted from the root, has the
// children v + 2^k below its own lowest bit; a message carries what is for all of a subtree.
#pragma once

#include "paje/models/lmo.hpp"

namespace paje {

/// Each process passes on the largest subtree first; a message occupies its sender for C + t M.
double binomial_scatter(const LmoModel& model, uint32_t root, double bytes);
/// The reverse: each process takes from the smallest subtree first, then sends to its parent.
double binomial_gather(const LmoModel& model, uint32_t root, double bytes);

}  // namespace paje
