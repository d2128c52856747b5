// The states of one track as the tree that they nest to: what an alignment goes down level by
// level.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paje/comparison.hpp"

namespace paje {

struct TrackTree {
  /// `symbols` has the number of a value for every ValueId of the trace; `names` a hash of the name
  /// for every number, so that nothing depends on how values are numbered (none: the numbers).
  TrackTree(const TrackStates& track, std::span<const uint32_t> symbols,
            std::span<const uint64_t> names = {});

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(symbol.size()); }
  [[nodiscard]] bool has_children(uint32_t row) const { return next[row] != row + 1; }
  [[nodiscard]] double duration(uint32_t row) const { return states.end[row] - states.start[row]; }

  const TrackStates& states;
  std::vector<uint32_t> symbol;  ///< of each row
  std::vector<uint32_t> next;    ///< the first row after those below a row
  /// Of the names in a subtree and how they nest. Equal for equal subtrees; that different ones
  /// have the same is as likely as any accident of 64 bits.
  std::vector<uint64_t> hash;
  std::vector<uint64_t> hash_below;  ///< the same of what is below a row; 0 if nothing is
};

/// A hash of a name that is the same in all runs.
uint64_t name_hash(std::string_view name);

}  // namespace paje
