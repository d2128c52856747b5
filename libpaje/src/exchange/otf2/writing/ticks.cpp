#include "exchange/otf2/writing/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace paje::exchange {

namespace {

constexpr std::array kKinds = {TypeKind::state, TypeKind::variable, TypeKind::event,
                               TypeKind::link};
constexpr int kMostDigits = 12;
constexpr double kMostTicks = 9e15;  // doubles hold all whole numbers up to there

template <class Visit>
void visit_times(const Trace& trace, Visit visit) {
  for (const TypeKind kind : kKinds) {
    for (const double time : trace.starts(kind)) visit(time);
    for (const double time : trace.ends(kind)) visit(time);
  }
}

bool is_whole(double time, double resolution) {
  const double ticks = std::nearbyint(time * resolution);
  return std::fabs(ticks) <= kMostTicks && ticks / resolution == time;
}

}  // namespace

Otf2Ticks::Otf2Ticks(const Trace& trace) {
  double most = 0;
  double resolution = 1;
  int digits = 0;
  visit_times(trace, [&](double time) {
    first_ = std::min(first_, time);
    most = std::max(most, time);
    while (is_exact_ && !is_whole(time, resolution)) {
      is_exact_ = ++digits <= kMostDigits;
      resolution *= 10;
    }
  });
  if (!is_exact_) resolution = 1e9;
  if (!(std::max(most, -first_) * resolution < 9e18)) {
    throw std::invalid_argument("times are too far from 0 for an OTF2 clock: found " +
                                std::to_string(std::max(most, -first_)) + " s");
  }
  resolution_ = static_cast<uint64_t>(resolution);
  zero_ = static_cast<uint64_t>(std::nearbyint(-first_ * resolution));
}

uint64_t Otf2Ticks::of(double time) const {
  const auto ticks = static_cast<int64_t>(std::nearbyint(time * static_cast<double>(resolution_)));
  return static_cast<uint64_t>(static_cast<int64_t>(zero_) + ticks);
}

}  // namespace paje::exchange
