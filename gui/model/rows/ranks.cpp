#include "model/rows/ranks.hpp"

#include <cmath>

namespace paje::gui {

namespace {

double place_of(std::size_t count, double share) { return share * static_cast<double>(count - 1); }

}  // namespace

std::size_t rank_of(std::size_t count, std::size_t place) {
  const double at = place_of(count, kShares.at(place / 2));
  const double rank = place % 2 == 0 ? std::floor(at) : std::ceil(at);
  return std::min(static_cast<std::size_t>(rank), count - 1);
}

double percentile(const Neighbours& found, std::size_t count, std::size_t share) {
  const double at = place_of(count, kShares.at(share));
  const double lower = found.at(2 * share), upper = found.at(2 * share + 1);
  return lower + (upper - lower) * (at - std::floor(at));
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
