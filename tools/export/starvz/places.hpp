// Where StarVZ draws the states of a container: a height and a position from the bottom.
#pragma once

#include <string>
#include <vector>

#include "paje/trace.hpp"

namespace paje::tools::starvz {

struct Place {
  ContainerId container;
  std::string type;  ///< of the states
  double height = 0;
  double position = 0;
};

/// Workers and communication threads, the last names first, twice as high for CUDA, with room
/// between the nodes. O(containers log containers).
std::vector<Place> places_of(const Trace& trace);

/// Whether `a` comes before `b` if numbers in names count as numbers.
bool is_before(std::string_view a, std::string_view b);

}  // namespace paje::tools::starvz
