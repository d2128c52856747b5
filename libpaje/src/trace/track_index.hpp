// The tracks of a trace: one for each (container, type) with objects.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

struct TrackIndex {
  std::vector<Track> all;          ///< ordered by container, then type
  std::vector<uint32_t> first_of;  ///< of each container, in `all`; one more at the end
  /// Those of each kind, in `all`, once rows are numbered by kind.
  std::array<std::vector<uint32_t>, 5> of_kind;

  [[nodiscard]] std::span<const Track> of(ContainerId container) const {
    const uint32_t first = first_of[container.index];
    return std::span(all).subspan(first, first_of[container.index + 1] - first);
  }
};

/// Numbers the rows of each track, from 0 on before, among all of its kind.
void number_rows(TrackIndex& tracks);

}  // namespace paje
