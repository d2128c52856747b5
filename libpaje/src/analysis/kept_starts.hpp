// The starts of pieces that a replay keeps: those needed by other tracks, or all.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// Keeps pieces that send, pieces that posted a receive for a later piece or a waiting sender, and
/// members of collectives: typically a quarter of all. Also keeps the end of each track, so that
/// the next place of a track is always its own.
class NeededStarts {
 public:
  /// O(messages + pieces / 64).
  explicit NeededStarts(const DependencyGraph& graph);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool has(uint32_t piece) const {
    return (bits_[piece / kBits] >> (piece % kBits) & 1U) != 0;
  }
  /// The number of kept pieces before this one.
  [[nodiscard]] std::size_t place(uint32_t piece) const {
    const uint64_t before = bits_[piece / kBits] & ((uint64_t{1} << (piece % kBits)) - 1);
    return places_[piece / kBits] + static_cast<std::size_t>(std::popcount(before));
  }

 private:
  static constexpr uint32_t kBits = 64;

  void add(uint32_t piece) { bits_[piece / kBits] |= uint64_t{1} << (piece % kBits); }

  std::vector<uint64_t> bits_;    // by piece
  std::vector<uint32_t> places_;  // of the first bit of each word
  std::size_t size_ = 0;
};

class AllStarts {
 public:
  explicit AllStarts(const DependencyGraph& graph) : size_(graph.piece_limit()) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] static bool has(uint32_t /*piece*/) { return true; }
  [[nodiscard]] static std::size_t place(uint32_t piece) { return piece; }

 private:
  std::size_t size_;
};

}  // namespace paje
