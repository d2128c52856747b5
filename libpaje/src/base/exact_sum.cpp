#include "paje/exact_sum.hpp"

namespace paje {

void ExactSum::add(const ExactSum& more) {
  other_ += more.other_;
  for (const double part : more.parts_) add(part);
}

void ExactSum::subtract(const ExactSum& less) {
  other_ -= less.other_;
  for (const double part : less.parts_) add(-part);
}

// As Python's math.fsum: adding from the largest part down, the first that is lost decides how to
// round, and where it lies in the middle, the sign of the one below it.
double ExactSum::rounded() const {
  if (!is_finite()) return other_;
  std::size_t next = parts_.size();
  if (next == 0) return 0;
  double sum = parts_[--next];
  double lost = 0;
  while (next > 0 && lost == 0) {
    const double larger = sum;
    const double part = parts_[--next];
    sum = larger + part;
    lost = part - (sum - larger);
  }
  if (next > 0 && lost != 0 && (lost < 0) == (parts_[next - 1] < 0)) {
    const double twice = lost * 2;
    const double other = sum + twice;
    if (other - sum == twice) sum = other;
  }
  return sum;
}

std::vector<double> ExactSum::parts() const {
  std::vector<double> parts;
  ExactSum left = *this;
  while (!left.parts_.empty()) {
    parts.push_back(left.rounded());
    left.add(-parts.back());
  }
  return parts;
}

}  // namespace paje
