#include "network/precision.hpp"

#include <cmath>

#include "paje/models/scaling.hpp"

namespace paje::network {

void Repeated::add(double time) {
  ++count_;
  const double away = time - mean_;
  mean_ += away / count_;
  squares_ += away * (time - mean_);
}

bool Repeated::is_precise() const {
  if (count_ < 2) return false;
  const double deviation = std::sqrt(squares_ / (count_ - 1));
  const double quantile = student_quantile((1 + wanted_.confidence) / 2, count_ - 1);
  return quantile * deviation / std::sqrt(count_) <= wanted_.relative * mean_;
}

bool Repeated::is_enough() const {
  return count_ >= wanted_.most || (count_ >= wanted_.least && is_precise());
}

}  // namespace paje::network
