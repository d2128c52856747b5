// When the containers of a table begin and end. Their rows have six digits in all, those of objects
// six after the point: whichever is finer counts.
#pragma once

#include <vector>

#include "exchange/losses.hpp"
#include "exchange/table/containers.hpp"
#include "exchange/table/tracks.hpp"

namespace paje::exchange {

struct Lifetime {
  double start = 0;
  double end = 0;
  double first =
      0;  ///< of all that happens in the container and below it, and of what points there
  double last = 0;
  bool is_exact = false;  ///< nothing was rounded: what is outside was so in the trace
  [[nodiscard]] double clamp(double time) const {
    if (is_exact) return time;
    return time < start ? start : (time > end ? end : time);
  }
};

/// One for each container. Chosen so that a table prints starts, ends and durations as they were,
/// and nothing lies outside. Counts rows that no rounding explains: these containers are made
/// longer.
std::vector<Lifetime> lifetimes(const TableContainers& containers, const ImportedTrace& trace,
                                const std::vector<TableTrack>& tracks, double time_unit,
                                Losses& losses);

/// Whether the row of a container says that it ends after `last`, and not only since it is rounded;
/// -1 is the end of a trace in which nothing happens.
bool ends_after(const TableContainer& row, double last);

}  // namespace paje::exchange
