// Predicts the time of an MPI application for any number of processes and any placement on
// multicore nodes, by a queueing network with a CPU station and a network station for each node.
// After Saad, El-Mahdy and El-Shishiny, "Performance Modeling of MPI-based Applications on Cloud
// Multicore Servers"; equation numbers are the paper's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// A server of the system.
struct ModelNode {
  uint32_t cores = 1;
  double speed = 1;      ///< of a core, relative to the others
  double byte_time = 0;  ///< T_w: seconds per byte over the network to or from it
};

/// What an application does with a number of processes.
struct ModelWorkload {
  double compute_share = 1;  ///< V_comp: of the processes' time; the rest is communication, V_comm
  double sends = 1;          ///< s(n): by each process
  double message_bytes = 0;  ///< m(n): mean
  double startup = 0;        ///< T_s: seconds per message, apart from its bytes
};

/// The constants that are fitted.
struct ModelConstants {
  double cpu = 0;      ///< seconds of computing, summed over all processes
  double network = 1;  ///< factor on the network's time
};

struct PlacementOptions {
  /// How n processes on c cores are served: min(j, c) at once, with j in the queue (equation 2), or
  /// one after the other by a single server as fast as min(n, c) cores (equations 3 and 6).
  enum class Cpu : uint8_t { load_dependent, fixed };
  /// The partner of a message is any of the n processes, the sender included (equations 8 and 9),
  /// or one of the n - 1 others.
  enum class Partner : uint8_t { any, other };
  Cpu cpu = Cpu::load_dependent;
  Partner partner = Partner::any;
};

struct PlacementPrediction {
  double time = 0;        ///< seconds of the run: equation 10
  double cycle = 0;       ///< seconds from one send of a process to its next, R
  double throughput = 0;  ///< cycles a second, all processes together
  // By node; 0 for nodes without processes.
  std::vector<double> cpu_visits;      ///< equation 8
  std::vector<double> network_visits;  ///< equation 9
  std::vector<double> cpu_utilisations;
  std::vector<double> network_utilisations;

  /// The station that is used most: its node, and whether it is the network of that node.
  struct Bottleneck {
    uint32_t node = 0;
    bool is_network = false;
    double utilisation = 0;
  };
  [[nodiscard]] PAJE_EXPORT Bottleneck bottleneck() const;
};

/// `processes` has the number of processes on each node, which may be 0. Throws
/// std::invalid_argument if there is no process, `nodes` has another length, or a number is not
/// valid. O(processes * sum of cores).
PAJE_EXPORT PlacementPrediction predict_placement(std::span<const uint32_t> processes,
                                                  std::span<const ModelNode> nodes,
                                                  const ModelWorkload& workload,
                                                  const ModelConstants& constants,
                                                  const PlacementOptions& options = {});

/// A run that was measured.
struct ProfiledRun {
  std::vector<uint32_t> processes;  ///< on each node
  ModelWorkload workload;
  double time = 0;  ///< seconds
};

struct PlacementFit {
  ModelConstants constants;
  std::vector<double> errors;  ///< of each run: predicted / measured - 1
  int iterations = 0;
  bool is_network_observable = true;  ///< if not, no message is between nodes; `network` stays 1
  /// If not, the runs do not separate the constants (the Jacobian of their times is
  /// rank-deficient), and `network` stays 1; or, if nothing were left for the CPU then, `cpu` is
  /// what the cores of the runs would compute in their time, and only `network` is fitted.
  bool are_constants_distinct = true;
  bool is_cpu_at_bound = false;  ///< the best fit is at 0
  bool is_network_at_bound = false;
  bool has_run_on_one_node = false;  ///< that has a core for each process
  bool has_run_on_nodes = false;     ///< on several nodes
};

/// The constants that minimise the sum of squares of relative errors (Levenberg-Marquardt). Throws
/// std::invalid_argument without runs, or if a run is not valid.
PAJE_EXPORT PlacementFit fit_placement(std::span<const ProfiledRun> runs,
                                       std::span<const ModelNode> nodes,
                                       const PlacementOptions& options = {},
                                       const ModelConstants* start = nullptr);

}  // namespace paje
