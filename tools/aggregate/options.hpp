// The command line of pj_aggregate.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "paje/density.hpp"
#include "paje/read.hpp"
#include "paje/time_unit.hpp"
#include "picture/value_colors.hpp"

namespace paje::tools {

enum class Dimension { both, time, space };

struct AggregateOptions {
  std::string_view tool = "pj_aggregate";  ///< for messages
  std::string input = "-";
  std::string against;  ///< another trace: the difference from it is aggregated; empty: none
  ReadOptions read;
  bool lenient = false;
  bool quiet = false;

  std::string type;               ///< name or alias; empty: the state type with most states
  std::string container_type;     ///< empty: the one that the type belongs to
  std::string level;              ///< a type of containers that are the leaves instead; empty: none
  std::optional<uint32_t> depth;  ///< or their depth
  uint32_t slices = 100;
  std::optional<double> start, end;
  bool outermost = false;
  std::optional<Density> density;  ///< aggregated instead of states
  std::string classes;  ///< of density: rules that classify values; empty: the built-in ones
  bool normalised_time = false;  ///< with `against`: each run is cut into slices of its own length
  Dimension dimension = Dimension::both;

  std::optional<double> p;
  bool raw = false;
  bool exact = false;
  double threshold = 0.001;

  bool list = false;
  bool csv = false;
  bool json = false;
  std::string output = "-";
  std::string svg, png;
  double width = 1200;  ///< of the picture, in pixels
  PaletteChoice palette = PaletteChoice::trace;
  std::optional<TimeUnit> unit;  ///< empty: the one its writer is known for
};

/// Returns the exit status if the process is to end at once: 0 after --help, 2 for wrong usage.
std::optional<int> parse_aggregate_options(int argc, char** argv, AggregateOptions& options);

}  // namespace paje::tools
