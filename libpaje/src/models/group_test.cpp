#include "paje/models/group_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>

#include "paje/models/scaling.hpp"

namespace paje {

namespace {

// Sums over a group, relative to a number close to all values.
struct Moments {
  double n = 0;
  double sum = 0;
  double squares = 0;
  void add(double value) {
    n += 1;
    sum += value;
    squares += value * value;
  }
  [[nodiscard]] double mean() const { return sum / n; }
  /// Variance of the mean: the sample variance divided by n; at least 0.
  [[nodiscard]] double variance() const {
    return std::max(0.0, squares - sum * sum / n) / (n - 1) / n;
  }
};

double t_of(const Moments& a, const Moments& b) {
  const double difference = b.mean() - a.mean();
  const double variance = a.variance() + b.variance();
  if (variance > 0) return difference / std::sqrt(variance);
  return difference == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), difference);
}

void check(const GroupSample& sample) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (sample.a.size() < 2 || sample.b.size() < 2 ||
      !std::all_of(sample.a.begin(), sample.a.end(), is_finite) ||
      !std::all_of(sample.b.begin(), sample.b.end(), is_finite)) {
    throw std::invalid_argument("a test needs two finite numbers of each group");
  }
}

// Goes through exchanges of runs; runs of group a come first.
class Exchanges {
 public:
  explicit Exchanges(std::span<const GroupSample> samples) {
    for (const GroupSample& sample : samples) {
      check(sample);
      if (sample.a.size() != samples[0].a.size() || sample.b.size() != samples[0].b.size()) {
        throw std::invalid_argument("all tests need the same runs");
      }
      values_.push_back(sample.a);
      values_.back().insert(values_.back().end(), sample.b.begin(), sample.b.end());
      // Differences from the first value keep their precision.
      for (double& value : values_.back()) value -= sample.a[0];
    }
    is_a_.assign(samples[0].a.size() + samples[0].b.size(), false);
    std::fill_n(is_a_.begin(), samples[0].a.size(), true);
    for (std::size_t i = 0; i < values_.size(); ++i) found_.push_back(size_of(i));
    reached_.assign(values_.size(), 0);
  }

  void count_all() {
    // prev_permutation starts with the greatest order, which is the measured one.
    do count();
    while (std::prev_permutation(is_a_.begin(), is_a_.end()));
  }
  void count_some(const ExchangeOptions& options) {
    std::mt19937_64 random(options.seed);
    count();
    for (uint64_t i = 1; i < options.most; ++i) {
      for (std::size_t k = is_a_.size(); k > 1; --k) {
        const std::size_t other = random() % k;
        const bool was = is_a_[k - 1];
        is_a_[k - 1] = is_a_[other];
        is_a_[other] = was;
      }
      count();
    }
  }
  [[nodiscard]] std::vector<double> shares() const {
    std::vector<double> shares;
    for (const uint64_t reached : reached_) {
      shares.push_back(static_cast<double>(reached) / static_cast<double>(made_));
    }
    return shares;
  }

 private:
  [[nodiscard]] double size_of(std::size_t sample) const {
    Moments a, b;
    for (std::size_t run = 0; run < is_a_.size(); ++run) {
      (is_a_[run] ? a : b).add(values_[sample][run]);
    }
    return std::abs(t_of(a, b));
  }
  void count() {
    double greatest = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) greatest = std::max(greatest, size_of(i));
    ++made_;
    // The tolerance is for rounding: swapping both groups gives the same |t|.
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (greatest >= found_[i] * (1 - 1e-9)) ++reached_[i];
    }
  }

  std::vector<std::vector<double>> values_;
  std::vector<bool> is_a_;
  std::vector<double> found_;
  std::vector<uint64_t> reached_;
  uint64_t made_ = 0;
};

// The binomial coefficient: ways to choose `chosen` of `all`.
double ways(std::size_t all, std::size_t chosen) {
  double result = 1;
  for (std::size_t i = 1; i <= chosen; ++i) {
    result *= static_cast<double>(all - chosen + i) / static_cast<double>(i);
  }
  return result;
}

}  // namespace

WelchTest welch_test(const GroupSample& sample) {
  check(sample);
  const double base = sample.a[0];
  Moments a, b;
  for (const double value : sample.a) a.add(value - base);
  for (const double value : sample.b) b.add(value - base);
  WelchTest test;
  test.mean_a = base + a.mean();
  test.mean_b = base + b.mean();
  test.t = t_of(a, b);
  const double of_a = a.variance(), of_b = b.variance();
  test.degrees =
      (of_a + of_b) * (of_a + of_b) / (of_a * of_a / (a.n - 1) + of_b * of_b / (b.n - 1));
  if (std::isinf(test.t)) test.p = 0;
  if (std::isfinite(test.t) && std::isfinite(test.degrees)) {
    test.p = student_two_sided(test.t, test.degrees);
  }
  return test;
}

std::vector<double> holm_correction(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, std::min(1.0, p[order[i]] * static_cast<double>(order.size() - i)));
    corrected[order[i]] = least;
  }
  return corrected;
}

std::vector<double> exchange_test(std::span<const GroupSample> samples,
                                  const ExchangeOptions& options) {
  if (samples.empty()) return {};
  Exchanges exchanges(samples);
  const std::size_t chosen = samples[0].a.size(), all = chosen + samples[0].b.size();
  if (ways(all, chosen) <= static_cast<double>(options.most)) {
    exchanges.count_all();
  } else {
    exchanges.count_some(options);
  }
  return exchanges.shares();
}

}  // namespace paje
