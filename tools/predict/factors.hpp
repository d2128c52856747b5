// Factors as they are written on the command line: `latency=0.1x`, `bandwidth*10`, `dgemm=0.5x`.
#pragma once

#include <string>
#include <string_view>

#include "paje/prediction.hpp"

namespace paje::tools {

/// `0.5x` or `0.5`. Throws std::invalid_argument unless it is above 0 and finite.
double parse_factor(std::string_view text);
/// `latency=0.1x,bandwidth=10x`, also `latency/10,bandwidth*10`; either may be absent.
NetworkChange parse_network(std::string_view text);
/// `VALUE=FACTOR`; the last `=` counts.
ValueScale parse_scale(std::string_view text);

/// `NAME=linear`, `log` or `ring`, then perhaps `:BYTES`.
CollectiveChange parse_collective(std::string_view text);

/// A quantity from one factor to another.
struct Sweep {
  std::string what;  ///< latency, bandwidth, communication, computing, or a value
  double first = 1;
  double last = 1;
};
/// `latency=1x..10x`
Sweep parse_sweep(std::string_view text);
/// The factor of place `i` of `count`: each is the one before times the same number.
double sweep_factor(const Sweep& sweep, std::size_t i, std::size_t count);
/// The scenario with the quantity multiplied.
Scenario with_factor(Scenario scenario, std::string_view what, double factor);

}  // namespace paje::tools
