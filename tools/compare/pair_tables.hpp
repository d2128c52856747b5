// Tables of what pairs besides states: links, variables; and of states that changed places.
#pragma once

#include <string>

#include "compare/runs.hpp"

namespace paje::tools {

std::string channel_table(const Runs& runs, std::size_t top);
std::string channel_csv(const Runs& runs);
std::string link_table(const Runs& runs, std::size_t top);
std::string link_csv(const Runs& runs);
std::string variable_table(const Runs& runs, std::size_t top);
std::string variable_csv(const Runs& runs);
std::string swap_table(const Runs& runs, std::size_t top);
std::string swap_csv(const Runs& runs);

/// What a link is called and where it goes, as A has it.
struct LinkName {
  std::string_view type, value, key;
  std::string from, to;
};
LinkName link_name(const Runs& runs, const LinkPair& pair);

/// The names of the two states of a swap, in the order of A.
struct SwapNames {
  std::string_view first, second;
};
SwapNames swap_names(const Runs& runs, const TrackComparison& track, const StateSwap& swap);
uint64_t count_swaps(const Comparison& comparison);

}  // namespace paje::tools
