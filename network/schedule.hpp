// Which pairs and triples of processes can be measured at the same time, because they have no
// process in common.
#pragma once

#include <array>
#include <vector>

namespace paje::network {

/// Two or three processes; the first one is the root. Of two, the last number is -1.
using Group = std::array<int, 3>;
using Round = std::vector<Group>;

/// All pairs, the lower number first, in n - 1 rounds (n of them for odd n): a one-factorisation of
/// the complete graph. `serial`: a round for each.
std::vector<Round> pair_rounds(int processes, bool serial);
/// Each process as a root with all pairs of others, in rounds as full as they come.
std::vector<Round> triple_rounds(int processes, bool serial);

}  // namespace paje::network
