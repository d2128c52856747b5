#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "models/levenberg_marquardt.hpp"
#include "paje/models/placement_model.hpp"

namespace paje {

namespace {

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

// The network's constant has an effect only where a message goes between nodes and takes time.
bool uses_network(const ProfiledRun& run, std::span<const ModelNode> nodes) {
  if (is_on_one_node(run)) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double message = run.workload.startup + run.workload.message_bytes * nodes[i].byte_time;
    if (run.processes[i] > 0 && message > 0) return true;
  }
  return false;
}

// What the run would need on one core, if it spent its time on its cores.
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
  if (runs.empty()) throw std::invalid_argument("a fit needs one run at least");
  for (const ProfiledRun& run : runs) {
    if (!(run.time > 0)) throw std::invalid_argument("a run needs a time greater than 0");
    // For its errors; the constants do not matter.
    predict_placement(run.processes, nodes, run.workload, {1, 1});
  }
}

class Calibration {
 public:
  Calibration(std::span<const ProfiledRun> runs, std::span<const ModelNode> nodes,
              const PlacementOptions& options, bool with_network)
      : runs_(runs), nodes_(nodes), options_(options), with_network_(with_network) {}

  [[nodiscard]] ModelConstants constants(const Eigen::VectorXd& at) const {
    return {at[0], with_network_ ? at[1] : 1};
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
  bool with_network_;
};

// The place of a coarse grid with the least errors.
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

// A network that is hidden by computing has little effect, so a descent may end at 0 though there
// is a lower valley at larger constants: there are several starts.
LevenbergMarquardtResult least_of_starts(const Calibration& calibration,
                                         const ModelConstants& start, bool with_network) {
  const LevenbergMarquardt problem = {
      .residuals = [&](const Eigen::VectorXd& there) { return calibration.residuals(there); }};
  LevenbergMarquardtResult least;
  std::vector<ModelConstants> starts = {start};
  if (with_network) {
    starts.push_back({start.cpu, 4 * start.network});
    starts.push_back({start.cpu, start.network / 4});
    starts.push_back(best_of_grid(calibration, start));
  }
  for (const ModelConstants& one : starts) {
    Eigen::VectorXd at(with_network ? 2 : 1);
    at[0] = one.cpu;
    if (with_network) at[1] = one.network;
    auto result = minimise(problem, at);
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
  const Calibration calibration(runs, nodes, options, fit.is_network_observable);
  const LevenbergMarquardtResult result = least_of_starts(
      calibration, start == nullptr ? ModelConstants{guess_cpu(runs, nodes), 1} : *start,
      fit.is_network_observable);
  fit.constants = calibration.constants(result.parameters);
  fit.iterations = result.iterations;
  fit.is_cpu_at_bound = fit.constants.cpu <= 0;
  fit.is_network_at_bound = fit.is_network_observable && fit.constants.network <= 0;
  const Eigen::VectorXd errors = calibration.residuals(result.parameters);
  fit.errors.assign(errors.begin(), errors.end());
  return fit;
}

}  // namespace paje
