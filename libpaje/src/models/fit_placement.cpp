#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <vector>

#include "models/levenberg_marquardt.hpp"
#include "paje/models/placement_model.hpp"

namespace paje {

namespace {

// Relative change of times if a constant doubles: clocks of runs of a few seconds show no less.
constexpr double kLeastEffect = 1e-6;

bool is_on_one_node(const ProfiledRun& run) {
  return std::count_if(run.processes.begin(), run.processes.end(),
                       [](uint32_t here) { return here > 0; }) == 1;
}

bool has_core_for_each(const ProfiledRun& run, std::span<const ModelNode> nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (run.processes[i] > nodes[i].cores) return false;
  }
  return true;
}

// The network's constant matters only if a message between nodes takes time.
bool uses_network(const ProfiledRun& run, std::span<const ModelNode> nodes) {
  if (is_on_one_node(run)) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double message = run.workload.startup + run.workload.message_bytes * nodes[i].byte_time;
    if (run.processes[i] > 0 && message > 0) return true;
  }
  return false;
}

// The time on one core, if the run spent all its time computing on all its cores.
double guess_cpu(std::span<const ProfiledRun> runs, std::span<const ModelNode> nodes) {
  double sum = 0;
  for (const ProfiledRun& run : runs) {
    double cores = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      cores += std::min(run.processes[i], nodes[i].cores) * nodes[i].speed;
    }
    sum += run.time * cores / static_cast<double>(runs.size());
  }
  return sum;
}

void check(std::span<const ProfiledRun> runs, std::span<const ModelNode> nodes) {
  if (runs.empty()) throw std::invalid_argument("a fit needs at least one run");
  for (const ProfiledRun& run : runs) {
    if (!(run.time > 0)) throw std::invalid_argument("a run needs a time greater than 0");
    // Call it for its exceptions; the constants do not matter.
    predict_placement(run.processes, nodes, run.workload, {1, 1});
  }
}

enum class Fitted : uint8_t { cpu, network, both };

class Calibration {
 public:
  /// What is not fitted is as in `fixed`.
  Calibration(std::span<const ProfiledRun> runs, std::span<const ModelNode> nodes,
              const PlacementOptions& options, Fitted fitted, const ModelConstants& fixed)
      : runs_(runs), nodes_(nodes), options_(options), fitted_(fitted), fixed_(fixed) {}

  [[nodiscard]] Fitted fitted() const { return fitted_; }
  [[nodiscard]] ModelConstants constants(const Eigen::VectorXd& at) const {
    if (fitted_ == Fitted::both) return {at[0], at[1]};
    return fitted_ == Fitted::cpu ? ModelConstants{at[0], fixed_.network}
                                  : ModelConstants{fixed_.cpu, at[0]};
  }
  [[nodiscard]] Eigen::VectorXd parameters(const ModelConstants& of) const {
    if (fitted_ == Fitted::both) return Eigen::Vector2d(of.cpu, of.network);
    Eigen::VectorXd at(1);
    at[0] = fitted_ == Fitted::cpu ? of.cpu : of.network;
    return at;
  }
  [[nodiscard]] Eigen::VectorXd residuals(const Eigen::VectorXd& at) const {
    Eigen::VectorXd errors(static_cast<Eigen::Index>(runs_.size()));
    Eigen::Index place = 0;
    for (const ProfiledRun& run : runs_) {
      const auto predicted =
          predict_placement(run.processes, nodes_, run.workload, constants(at), options_);
      errors[place++] = predicted.time / run.time - 1;
    }
    return errors;
  }

 private:
  std::span<const ProfiledRun> runs_;
  std::span<const ModelNode> nodes_;
  const PlacementOptions& options_;
  Fitted fitted_;
  ModelConstants fixed_;
};

// The point of a coarse grid with the least error.
ModelConstants best_of_grid(const Calibration& calibration, const ModelConstants& around) {
  ModelConstants best = around;
  double least = std::numeric_limits<double>::infinity();
  for (const double cpu : {0.25, 0.35, 0.5, 0.6, 0.7, 0.85, 1.0, 1.2}) {
    for (const double network : {0.25, 1.0, 4.0, 8.0, 16.0, 32.0, 64.0, 256.0}) {
      const Eigen::Vector2d at(around.cpu * cpu, around.network * network);
      const double sum = calibration.residuals(at).squaredNorm();
      if (sum < least) {
        least = sum;
        best = {at[0], at[1]};
      }
    }
  }
  return best;
}

// A network that is hidden by computing has little effect, so a descent may end at 0 although there
// is a lower minimum at larger constants. Therefore, try several starts.
LevenbergMarquardtResult least_of_starts(const Calibration& calibration,
                                         const ModelConstants& start) {
  const LevenbergMarquardt problem = {
      .residuals = [&](const Eigen::VectorXd& there) { return calibration.residuals(there); }};
  LevenbergMarquardtResult least;
  std::vector<ModelConstants> starts = {start};
  if (calibration.fitted() != Fitted::cpu) {
    starts.push_back({start.cpu, 4 * start.network});
    starts.push_back({start.cpu, start.network / 4});
  }
  if (calibration.fitted() == Fitted::both) starts.push_back(best_of_grid(calibration, start));
  for (const ModelConstants& one : starts) {
    auto result = minimise(problem, calibration.parameters(one));
    const bool is_first = least.parameters.size() == 0;
    if (is_first || result.sum_of_squares < least.sum_of_squares * (1 - 1e-9) - 1e-18) {
      least = std::move(result);
    }
  }
  return least;
}

}  // namespace

PlacementFit fit_placement(std::span<const ProfiledRun> runs, std::span<const ModelNode> nodes,
                           const PlacementOptions& options, const ModelConstants* start) {
  check(runs, nodes);
  PlacementFit fit;
  for (const ProfiledRun& run : runs) {
    const bool one = is_on_one_node(run);
    fit.has_run_on_one_node = fit.has_run_on_one_node || (one && has_core_for_each(run, nodes));
    fit.has_run_on_nodes = fit.has_run_on_nodes || !one;
  }
  fit.is_network_observable = std::any_of(
      runs.begin(), runs.end(), [&](const ProfiledRun& run) { return uses_network(run, nodes); });
  const ModelConstants first =
      start == nullptr ? ModelConstants{guess_cpu(runs, nodes), 1} : *start;
  const ModelConstants fixed{first.cpu, 1};
  Fitted fitted = fit.is_network_observable ? Fitted::both : Fitted::cpu;
  const auto fit_those = [&] {
    return least_of_starts({runs, nodes, options, fitted, fixed}, first);
  };
  LevenbergMarquardtResult result = fit_those();
  // The slope of a constant at its bound does not show whether the constants are distinct.
  const bool is_at_bound =
      result.parameters.minCoeff() <= 0 && std::ssize(runs) >= result.parameters.size();
  fit.are_constants_distinct =
      !fit.is_network_observable || is_at_bound || result.smallest_singular_value > kLeastEffect;
  // One of them can be found. With the network as it is, messages may need all the time of the runs
  // and more; then the CPU has its time.
  for (const Fitted one : {Fitted::cpu, Fitted::network}) {
    if (fit.are_constants_distinct || (one == Fitted::network && result.parameters[0] > 0)) break;
    fitted = one;
    result = fit_those();
  }
  const Calibration calibration(runs, nodes, options, fitted, fixed);
  fit.constants = calibration.constants(result.parameters);
  fit.iterations = result.iterations;
  fit.is_cpu_at_bound = fit.constants.cpu <= 0;
  fit.is_network_at_bound = fitted != Fitted::cpu && fit.constants.network <= 0;
  const Eigen::VectorXd errors = calibration.residuals(result.parameters);
  fit.errors.assign(errors.begin(), errors.end());
  return fit;
}

}  // namespace paje
