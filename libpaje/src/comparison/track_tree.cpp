#include "comparison/track_tree.hpp"

namespace paje {

namespace {

// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
uint64_t mixed(uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EB;
  return value ^ (value >> 31U);
}

}  // namespace

uint64_t name_hash(std::string_view name) {
  uint64_t hash = name.size();
  for (const char c : name) hash = mixed(hash + static_cast<unsigned char>(c) + 1);
  return hash;
}

TrackTree::TrackTree(const TrackStates& track, std::span<const uint32_t> symbols,
                     std::span<const uint64_t> names)
    : states(track),
      symbol(track.start.size()),
      next(symbol.size()),
      hash(symbol.size()),
      hash_below(symbol.size()) {
  const auto rows = static_cast<uint32_t>(symbol.size());
  // From the last row, so that the rows below a row are finished before it.
  for (uint32_t row = rows; row-- > 0;) {
    symbol[row] = symbols[track.value[row].index];
    uint64_t below = 0;
    uint32_t child = row + 1;
    while (child < rows && track.depth[child] > track.depth[row]) {
      below = mixed(below + hash[child] + 1);
      child = next[child];
    }
    next[row] = child;
    const uint64_t name = names.empty() ? symbol[row] : names[symbol[row]];
    hash_below[row] = below;
    hash[row] = mixed(below + mixed(name + 1));
  }
}

}  // namespace paje
