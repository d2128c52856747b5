// Student's t by the incomplete beta function, as a continued fraction (Abramowitz and Stegun
// 26.5.8), and its inverse by bisection.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "paje/models/scaling.hpp"

namespace paje {

namespace {

// Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr int kMostTerms = 10'000;
  const auto not_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), result = d;
  for (int m = 1; m < kMostTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return result;
}

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// P(T > t), for t >= 0.
double upper_tail(double t, double degrees) {
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
}

}  // namespace

double student_quantile(double probability, double degrees) {
  if (!(probability >= 0.5 && probability < 1) || !(degrees >= 1)) {
    throw std::invalid_argument("Student's t needs a probability from 0.5 to 1, and a degree");
  }
  const double tail = 1 - probability;
  double low = 0, high = 1;
  while (upper_tail(high, degrees) > tail) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-13 * high; ++i) {
    const double middle = (low + high) / 2;
    (upper_tail(middle, degrees) > tail ? low : high) = middle;
  }
  return (low + high) / 2;
}

double student_two_sided(double t, double degrees) {
  if (!(degrees > 0)) throw std::invalid_argument("Student's t needs a degree above 0");
  return 2 * upper_tail(std::abs(t), degrees);
}

Repetitions repetitions(std::span<const double> measured) {
  Repetitions result;
  result.count = measured.size();
  constexpr double kMost = 1e150;  // its square is finite
  for (const double one : measured) {
    if (!(std::abs(one) <= kMost)) {
      throw std::invalid_argument(
          fmt::format("a measurement is {}, not from {} to {}", one, -kMost, kMost));
    }
  }
  if (measured.empty()) return result;
  const auto n = static_cast<double>(measured.size());
  result.mean = std::accumulate(measured.begin(), measured.end(), 0.0) / n;
  result.low = result.high = std::numeric_limits<double>::quiet_NaN();
  if (measured.size() == 1) return result;
  double squares = 0;
  for (const double one : measured) squares += (one - result.mean) * (one - result.mean);
  result.deviation = std::sqrt(squares / (n - 1));
  const double half = student_quantile(0.975, n - 1) * result.deviation / std::sqrt(n);
  result.low = result.mean - half;
  result.high = result.mean + half;
  return result;
}

}  // namespace paje
