#include "model/ranks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace paje::gui {

namespace {

constexpr std::size_t kFew = 400;  // fewer are partitioned at once
constexpr std::size_t kCells = 1024;

// Cells of equal width in bits, for doubles that are not negative are ordered as their bits are.
// They lie between two elements of a sample: single ones far away do not make them too wide. What
// is below or above has the first and the last cell.
class Cells {
 public:
  explicit Cells(std::span<const double> durations) {
    constexpr std::size_t kSample = 64;
    std::array<double, kSample> sample;
    for (std::size_t i = 0; i < kSample; ++i) sample[i] = durations[i * durations.size() / kSample];
    std::sort(sample.begin(), sample.end());
    least_ = std::bit_cast<uint64_t>(sample[1]);
    const uint64_t width = std::bit_cast<uint64_t>(sample[kSample - 2]) - least_;
    const auto bits = static_cast<uint32_t>(std::bit_width(width));
    shift_ = bits > 9 ? bits - 9 : 0;
  }
  [[nodiscard]] std::size_t of(double duration) const {
    const auto bits = std::bit_cast<uint64_t>(duration);
    if (bits < least_) return 0;
    return std::min<uint64_t>(((bits - least_) >> shift_) + 1, kCells - 1);
  }
  /// Whether all in a cell are equal, and to what.
  [[nodiscard]] bool is_exact(std::size_t cell) const {
    return shift_ == 0 && cell > 0 && cell < kCells - 1;
  }
  [[nodiscard]] double duration(std::size_t cell) const {
    return std::bit_cast<double>(least_ + (cell - 1));
  }

 private:
  uint64_t least_;
  uint32_t shift_;
};

template <std::size_t kCount>
std::array<double, kCount> partition_at(std::span<double> durations,
                                        const std::array<std::size_t, kCount>& ranks) {
  std::array<double, kCount> found{};
  auto from = durations.begin();
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto at = durations.begin() + static_cast<std::ptrdiff_t>(ranks[i]);
    // Each is sought behind the one before.
    std::nth_element(from, at, durations.end());
    found[i] = *at;
    from = at;
  }
  return found;
}

// Ranks ascend.
template <std::size_t kCount>
std::array<double, kCount> select_all(std::span<double> durations,
                                      const std::array<std::size_t, kCount>& ranks) {
  if (durations.size() < kFew) return partition_at(durations, ranks);
  const Cells cells(durations);
  std::array<uint32_t, kCells> counts{};
  for (const double duration : durations) ++counts[cells.of(duration)];
  std::array<std::size_t, kCount> cell{};
  std::array<std::size_t, kCount> within{};
  std::array<uint8_t, kCells> marks{};
  std::size_t at = 0;
  std::size_t before = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    while (ranks[i] >= before + counts[at]) before += counts[at++];
    cell[i] = at;
    within[i] = ranks[i] - before;
    if (marks[at] == 0 && !cells.is_exact(at)) marks[at] = static_cast<uint8_t>(i + 1);
  }
  // What lies in the same cell as one that is sought.
  std::array<std::vector<double>, kCount + 1> parts;
  for (const double duration : durations) {
    const uint8_t mark = marks[cells.of(duration)];
    if (mark != 0) parts[mark].push_back(duration);
  }
  std::array<double, kCount> found{};
  for (std::size_t i = 0; i < kCount; ++i) {
    std::vector<double>& part = parts[marks[cell[i]]];
    if (cells.is_exact(cell[i])) {
      found[i] = cells.duration(cell[i]);
    } else if (part.size() * 2 < durations.size()) {
      found[i] = select(part, within[i]);
    } else {
      found[i] = partition_at<1>(part, {within[i]})[0];
    }
  }
  return found;
}

}  // namespace

std::size_t rank_of(std::size_t count, double share) {
  const double rank = std::ceil(share * static_cast<double>(count));
  return std::min(static_cast<std::size_t>(std::max(rank - 1, 0.0)), count - 1);
}

double select(std::vector<double>& durations, std::size_t rank) {
  return select_all<1>(durations, {rank})[0];
}

Percentiles percentiles_of(std::span<double> durations) {
  if (durations.empty()) return {};
  std::array<std::size_t, kShares.size()> ranks{};
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = rank_of(durations.size(), kShares[i]);
  return select_all(durations, ranks);
}

}  // namespace paje::gui
