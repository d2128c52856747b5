#include "paje/models/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace paje {

namespace {

// A sum whose rounding error does not grow as numbers are added and subtracted again (Neumaier).
class ExactSum {
 public:
  void add(double number) {
    const double sum = sum_ + number;
    rest_ += std::abs(sum_) >= std::abs(number) ? (sum_ - sum) + number : (number - sum) + sum_;
    sum_ = sum;
  }
  [[nodiscard]] double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0;
  double rest_ = 0;
};

struct Change {
  double time;
  double watts;
  int machines;
};

std::vector<Change> changes_of(std::span<const PowerPiece> pieces) {
  std::vector<Change> changes;
  for (const PowerPiece& piece : pieces) {
    if (piece.start == piece.end) continue;
    changes.push_back({piece.start, piece.watts, 1});
    changes.push_back({piece.end, -piece.watts, -1});
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.time < b.time; });
  return changes;
}

void check(const PowerPiece& piece) {
  if (!std::isfinite(piece.start) || !std::isfinite(piece.end) || !std::isfinite(piece.watts)) {
    throw std::invalid_argument("a time or power is not finite");
  }
  if (piece.end < piece.start) throw std::invalid_argument("a piece ends before it starts");
}

void add_step(const PowerStep& step, std::vector<PowerStep>& steps) {
  if (!steps.empty() && steps.back().end == step.start && steps.back().active == step.active &&
      steps.back().watts == step.watts) {
    steps.back().end = step.end;
  } else {
    steps.push_back(step);
  }
}

std::vector<PowerStep> steps_of(std::span<const PowerPiece> pieces) {
  std::vector<PowerStep> steps;
  ExactSum watts;
  int active = 0;
  const std::vector<Change> changes = changes_of(pieces);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    watts.add(changes[i].watts);
    active += changes[i].machines;
    if (active == 0) watts = {};
    if (active == 0 || changes[i + 1].time == changes[i].time) continue;
    add_step({changes[i].time, changes[i + 1].time, static_cast<uint32_t>(active), watts.value()},
             steps);
  }
  return steps;
}

}  // namespace

EnergySums sum_energy(std::span<const PowerPiece> pieces, double idle_watts, uint32_t machines) {
  EnergySums sums;
  ExactSum energy;
  for (const PowerPiece& piece : pieces) {
    check(piece);
    if (piece.machine >= sums.by_machine.size()) {
      sums.by_machine.resize(piece.machine + std::size_t{1});
      sums.active.resize(sums.by_machine.size());
    }
    const double seconds = piece.end - piece.start;
    sums.by_machine[piece.machine] += piece.watts * seconds;
    sums.active[piece.machine] += seconds;
    energy.add(piece.watts * seconds);
  }
  sums.energy = energy.value();
  sums.steps = steps_of(pieces);
  for (const PowerStep& step : sums.steps)
    sums.most_active = std::max(sums.most_active, step.active);
  sums.by_active.resize(sums.most_active + std::size_t{1});
  sums.seconds_by_active.resize(sums.by_active.size());
  double machine_seconds = 0;
  for (const PowerStep& step : sums.steps) {
    const double seconds = step.end - step.start;
    sums.by_active[step.active] += step.watts * seconds;
    sums.seconds_by_active[step.active] += seconds;
    machine_seconds += step.active * seconds;
  }
  sums.seconds = sums.steps.empty() ? 0 : sums.steps.back().end - sums.steps.front().start;
  if (machines > 0 && machines < sums.most_active) {
    throw std::invalid_argument(
        fmt::format("a fixed number of {} machines is less than the {} that are active at once",
                    machines, sums.most_active));
  }
  const uint32_t fixed = machines > 0 ? machines : sums.most_active;
  // A machine does not produce energy, even if the fitted idle power is negative.
  sums.inelastic =
      sums.energy + std::max(0.0, idle_watts) * (fixed * sums.seconds - machine_seconds);
  return sums;
}

SampleStatistics sample_statistics(std::span<const SampledValue> samples, double end) {
  SampleStatistics found;
  found.samples = samples.size();
  if (samples.empty()) return found;
  found.least = found.greatest = samples.front().value;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool is_last = i + 1 == samples.size();
    const double value = samples[i].value;
    const double next = is_last ? value : samples[i + 1].value;
    const double seconds =
        (is_last ? std::max(end, samples[i].time) : samples[i + 1].time) - samples[i].time;
    found.least = std::min(found.least, value);
    found.greatest = std::max(found.greatest, value);
    found.mean += value;
    found.steps += value * seconds;
    found.trapezoids += (value + next) / 2 * seconds;
    found.seconds += seconds;
  }
  const auto count = static_cast<double>(samples.size());
  found.mean /= count;
  double squares = 0;
  for (const SampledValue& sample : samples) {
    squares += (sample.value - found.mean) * (sample.value - found.mean);
  }
  found.deviation = samples.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
  found.mean_of_steps = found.seconds > 0 ? found.steps / found.seconds : found.mean;
  return found;
}

}  // namespace paje
