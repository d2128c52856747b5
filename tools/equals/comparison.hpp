// Whether two traces hold the same objects, and where they first do not.
//
// Types and containers of the two traces are paired from the roots down by their names; siblings
// of one name, which only aliases distinguish, in the order of their definition. Then the objects
// of each pair of containers and pair of types are compared one by one.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "paje/trace.hpp"

namespace paje::tools {

struct TimeWindow {
  double start = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();
};

struct ComparisonOptions {
  std::array<TimeWindow, 2> windows;  ///< objects count as far as they reach into these
  bool ignore_case = false;           ///< of ASCII letters in names, values and keys
  bool ignore_times = false;
  double time_tolerance = 0;  ///< times differ only if they are further apart
};

/// One object, type or container that the traces do not share, in words.
struct Difference {
  std::string what;                  ///< `state 3 of type 'S' in 'machine/cpu0'`
  std::array<std::string, 2> sides;  ///< what each trace has there
  std::string reason;                ///< what of it differs: `end`
  uint64_t others = 0;               ///< tracks of objects that differ too
};

/// The first difference: of the types, else of the containers there are, else the earliest in
/// time; nothing if the traces are equal.
std::optional<Difference> first_difference(const std::array<const Trace*, 2>& traces,
                                           const ComparisonOptions& options);

}  // namespace paje::tools
