// The value of a metric that divides samples into two areas with separate fits. Outliers neither
// hide such a value nor create one: fits are robust, and the loss of a residual is bounded.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "paje/models/communication_model.hpp"

namespace paje {

namespace {

constexpr std::size_t kMostCandidates = 64;
constexpr int kMostRounds = 20;  // from the best candidate to the final cut
// Residuals above this many deviations count the same. So two neighbouring outliers are not an
// area: each is worth less than a parameter.
constexpr double kTune = 3;
constexpr double kNormalMad = 0.6745;  // median of |x| of a normal distribution

double value_of(const CommunicationSample& sample, const std::string& metric) {
  const auto found = sample.metrics.find(metric);
  if (found == sample.metrics.end()) {
    throw std::invalid_argument("there is no metric " + metric);
  }
  return found->second;
}

// Adds the residuals of the samples with respect to a line.
void add_residuals(std::span<const double> rows, std::span<const double> line,
                   std::span<const double> times, std::vector<double>& residuals) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    double rest = times[i];
    for (std::size_t c = 0; c < line.size(); ++c) rest -= line[c] * rows[i * line.size() + c];
    residuals.push_back(std::abs(rest));
  }
}

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

// The bounded loss of a residual, from 0 to 1.
double bounded(double deviations) {
  const double x = std::min(deviations / kTune, 1.0);
  return 1 - std::pow(1 - x * x, 3);
}

// Nearly the standard deviation for normal residuals (tau scale, Yohai and Zamar, 1988).
double robust_deviation(const std::vector<double>& residuals, double least) {
  const double first = std::max(median(residuals) / kNormalMad, least);
  double sum = 0;
  for (const double rest : residuals) sum += bounded(rest / first);
  return std::max(first * kTune * std::sqrt(sum / 3 / static_cast<double>(residuals.size())),
                  least);
}

class Samples {
 public:
  Samples(std::span<const CommunicationSample> samples, const std::string& metric,
          const std::vector<MetricTerm>& terms)
      : columns_(terms.size()) {
    std::vector<std::pair<double, const CommunicationSample*>> sorted;
    for (const auto& sample : samples) sorted.emplace_back(value_of(sample, metric), &sample);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    double greatest = 0;
    for (const auto& [value, sample] : sorted) {
      values_.push_back(value);
      times_.push_back(sample->time);
      greatest = std::max(greatest, std::abs(sample->time));
      for (const MetricTerm& term : terms) rows_.push_back(term.of(sample->metrics));
    }
    rounding_ = std::max(1e-12 * greatest, std::numeric_limits<double>::min());
  }

  [[nodiscard]] double value(std::size_t i) const { return values_[i]; }
  /// Least number of samples in an area: one more than a fit needs.
  [[nodiscard]] std::size_t fewest() const { return columns_ + 1; }
  [[nodiscard]] bool can_cut(std::size_t at) const {
    return at >= fewest() && at + fewest() <= size() && values_[at - 1] < values_[at];
  }
  [[nodiscard]] std::size_t size() const { return values_.size(); }

  /// Residuals of a single fit, or of two fits with a cut before a sample.
  [[nodiscard]] std::vector<double> residuals_of_one() const {
    std::vector<double> residuals;
    add_residuals(rows_, line(0, size()), times_, residuals);
    return residuals;
  }
  [[nodiscard]] std::vector<double> residuals_of_two(std::size_t at) const {
    const std::span<const double> rows = rows_, times = times_;
    std::vector<double> residuals;
    add_residuals(rows.first(at * columns_), line(0, at), times.first(at), residuals);
    add_residuals(rows.subspan(at * columns_), line(at, size()), times.subspan(at), residuals);
    return residuals;
  }
  /// The cut for which samples are closest to the two fits of another cut. Outliers are equally far
  /// from both fits, so they have no influence.
  [[nodiscard]] std::size_t better_cut(std::size_t at) const {
    std::vector<double> from_low, from_high;
    add_residuals(rows_, line(0, at), times_, from_low);
    add_residuals(rows_, line(at, size()), times_, from_high);
    double sum = 0,
           best = std::numeric_limits<double>::infinity();  // relative to a constant
    std::size_t found = at;
    for (std::size_t i = 0; i < size(); ++i) {
      if (can_cut(i) && sum < best) best = sum, found = i;
      sum += from_low[i] - from_high[i];
    }
    return found;
  }
  /// Smaller residuals are rounding errors.
  [[nodiscard]] double rounding() const { return rounding_; }
  /// Additional parameters of a cut: a second fit, and the position of the cut.
  [[nodiscard]] std::size_t parameters_of_cut() const { return columns_ + 1; }

 private:
  [[nodiscard]] std::vector<double> line(std::size_t first, std::size_t last) const {
    const std::span<const double> rows = rows_, times = times_;
    return fit_linear(rows.subspan(first * columns_, (last - first) * columns_), columns_,
                      times.subspan(first, last - first), Weighting::bisquare)
        .coefficients;
  }

  std::size_t columns_;
  double rounding_ = 0;
  std::vector<double> values_;  // of the metric, ascending
  std::vector<double> times_;
  std::vector<double> rows_;
};

// The first possible cut in each step; equal values of the metric stay together.
std::vector<std::size_t> first_cuts(const Samples& samples, std::size_t step) {
  std::vector<std::size_t> cuts;
  for (std::size_t from = 0; from < samples.size(); from += step) {
    std::size_t at = from;
    while (at < std::min(from + step, samples.size()) && !samples.can_cut(at)) ++at;
    if (at < samples.size() && samples.can_cut(at)) cuts.push_back(at);
  }
  return cuts;
}

// The residuals of a fit, and its cut; 0 without a cut.
struct Tried {
  std::size_t cut = 0;
  std::vector<double> residuals;
};
std::vector<Tried> try_all(const Samples& samples) {
  std::vector<Tried> all = {{0, samples.residuals_of_one()}};
  for (const std::size_t at : first_cuts(samples, 1 + samples.size() / kMostCandidates)) {
    all.push_back({at, samples.residuals_of_two(at)});
  }
  return all;
}

// The deviation of the best candidate, by which all candidates are judged.
double least_deviation(const std::vector<Tried>& all, double rounding) {
  double least = std::numeric_limits<double>::infinity();
  for (const Tried& one : all) least = std::min(least, robust_deviation(one.residuals, rounding));
  return least;
}

// -2 log likelihood for normal residuals, bounded to kTune^2 / 3 for each.
double distance(const std::vector<double>& residuals, double deviation) {
  double sum = 0;
  for (const double rest : residuals) sum += bounded(rest / deviation);
  return sum * kTune * kTune / 3;
}

}  // namespace

std::optional<double> find_change_point(std::span<const CommunicationSample> samples,
                                        const std::string& metric,
                                        const std::vector<MetricTerm>& terms) {
  const Samples sorted(samples, metric, terms);
  const std::size_t n = sorted.size();
  if (n < 2 * sorted.fewest()) return std::nullopt;
  const std::vector<Tried> all = try_all(sorted);
  const double deviation = least_deviation(all, sorted.rounding());
  // The Bayesian information criterion, apart from terms that are equal for all candidates.
  const double price =
      static_cast<double>(sorted.parameters_of_cut()) * std::log(static_cast<double>(n));
  double best = std::numeric_limits<double>::infinity();
  std::size_t cut = 0;
  for (const Tried& one : all) {
    const double tried = distance(one.residuals, deviation) + (one.cut == 0 ? 0 : price);
    if (tried < best) best = tried, cut = one.cut;
  }
  if (cut == 0) return std::nullopt;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::size_t better = sorted.better_cut(cut);
    if (better == cut) break;
    cut = better;
  }
  return sorted.value(cut - 1);
}

}  // namespace paje
