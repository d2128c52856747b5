// Level of detail of variables: least, greatest and integral of a range of pieces, without a look
// at each of them. Built like ShareTree.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace paje::gui {

struct VariablePiece {
  double start = 0;
  double end = 0;
  double value = 0;
};

struct VariableSummary {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
  double integral = 0;
  double seconds = 0;

  [[nodiscard]] bool empty() const { return !(least <= greatest); }
  /// Always between the least and the greatest, also where their sum is no number any more.
  [[nodiscard]] double mean() const {
    const double mean = seconds > 0 ? integral / seconds : least;
    if (empty()) return mean;
    return std::isnan(mean) ? least / 2 + greatest / 2 : std::clamp(mean, least, greatest);
  }
  /// Adds `value` for that many seconds. Values that are no number are left out.
  void add(double value, double length) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    integral += value * length;
    seconds += length;
  }
  void add(const VariableSummary& other) {
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    integral += other.integral;
    seconds += other.seconds;
  }
};

class VariableTree {
 public:
  static constexpr uint64_t kPieces = 32;
  static constexpr uint64_t kFanout = 4;

  VariableTree() = default;
  template <class Piece>
  VariableTree(uint64_t count, Piece&& piece) {
    if (count < 2 * kPieces) return;
    std::vector<VariableSummary> level;
    for (uint64_t block = 0; block + kPieces <= count; block += kPieces) {
      level.push_back(of_pieces(block, block + kPieces, piece));
    }
    levels_.push_back(std::move(level));
    while (levels_.back().size() >= 2 * kFanout) {
      const auto& below = levels_.back();
      std::vector<VariableSummary> next(below.size() / kFanout);
      for (std::size_t i = 0; i < next.size() * kFanout; ++i) next[i / kFanout].add(below[i]);
      levels_.push_back(std::move(next));
    }
  }

  /// Of the pieces [first, last). O(log(last - first)).
  template <class Piece>
  [[nodiscard]] VariableSummary sum(uint64_t first, uint64_t last, Piece&& piece) const {
    uint64_t low = (first + kPieces - 1) / kPieces;
    uint64_t high = std::min(last / kPieces, levels_.empty() ? 0 : levels_[0].size());
    if (low >= high) return of_pieces(first, last, piece);
    VariableSummary sum = of_pieces(first, low * kPieces, piece);
    sum.add(of_pieces(high * kPieces, last, piece));
    for (std::size_t level = 0; low < high; ++level) {
      const bool is_top = level + 1 == levels_.size();
      while (low < high && (is_top || low % kFanout != 0)) sum.add(levels_[level][low++]);
      while (low < high && high % kFanout != 0) sum.add(levels_[level][--high]);
      low /= kFanout;
      high /= kFanout;
    }
    return sum;
  }

  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& level : levels_) sum += level.capacity() * sizeof(VariableSummary);
    return sum;
  }

 private:
  template <class Piece>
  static VariableSummary of_pieces(uint64_t first, uint64_t last, Piece&& piece) {
    VariableSummary sum;
    for (uint64_t i = first; i < last; ++i) {
      const VariablePiece next = piece(i);
      sum.add(next.value, next.end - next.start);
    }
    return sum;
  }

  std::vector<std::vector<VariableSummary>> levels_;
};

}  // namespace paje::gui
