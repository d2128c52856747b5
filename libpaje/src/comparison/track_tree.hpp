// The states of one track as a tree, which an alignment descends level by level.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paje/comparison.hpp"

namespace paje {

struct TrackTree {
  /// `symbols`: value number by ValueId. `names`: a hash of the name by value number, so that
  /// results do not depend on the numbering; if empty, the numbers are used.
  TrackTree(const TrackStates& track, std::span<const uint32_t> symbols,
            std::span<const uint64_t> names = {});

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(symbol.size()); }
  [[nodiscard]] bool has_children(uint32_t row) const { return next[row] != row + 1; }
  [[nodiscard]] double duration(uint32_t row) const { return states.end[row] - states.start[row]; }

  const TrackStates& states;
  std::vector<uint32_t> symbol;  ///< by row
  std::vector<uint32_t> next;    ///< by row: the first row after its subtree
  /// By row: a hash of the names and nesting of its subtree. Equal subtrees have equal hashes;
  /// different ones collide only by chance, with 64 bits.
  std::vector<uint64_t> hash;
  std::vector<uint64_t> hash_below;  ///< the same without the row itself; 0 if nothing is below it
};

/// A hash of a name, the same in all runs.
uint64_t name_hash(std::string_view name);

}  // namespace paje
