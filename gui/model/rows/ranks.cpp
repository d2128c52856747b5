#include "model/rows/ranks.hpp"

#include <cmath>

namespace paje::gui {

std::size_t rank_of(std::size_t count, double share) {
  const double rank = std::ceil(share * static_cast<double>(count));
  return std::min(static_cast<std::size_t>(std::max(rank - 1, 0.0)), count - 1);
}

double select(std::vector<double>& durations, std::size_t rank) {
  const auto at = durations.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(durations.begin(), at, durations.end());
  return *at;
}

DurationCells::DurationCells(std::vector<double> sample, std::size_t most) : last_(most - 1) {
  std::erase_if(sample, [](double duration) { return !(duration > 0); });
  if (sample.empty()) return;
  const auto [least, greatest] = std::minmax_element(sample.begin(), sample.end());
  least_ = std::bit_cast<uint64_t>(*least);
  const uint64_t width = std::bit_cast<uint64_t>(*greatest) - least_;
  while ((width >> shift_) + 3 > last_) ++shift_;
}

}  // namespace paje::gui
