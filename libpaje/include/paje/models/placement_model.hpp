// How long an MPI application takes for any number of processes and any placement of them on nodes
// with several cores: a queueing network of a CPU and a network station for each node. After Saad,
// El-Mahdy and El-Shishiny, "Performance Modeling of MPI-based Applications on Cloud Multicore
// Servers"; numbers of equations are the paper's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// A server of the system.
struct ModelNode {
  uint32_t cores = 1;
  double speed = 1;      ///< of a core, compared with the others
  double byte_time = 0;  ///< seconds that a byte takes to or from it over the network, T_w
};

/// What an application does with a number of processes.
struct ModelWorkload {
  double compute_share = 1;  ///< of the processes' time, V_comp; the rest is communication, V_comm
  double sends = 1;          ///< by each process, s(n)
  double message_bytes = 0;  ///< mean, m(n)
  double startup = 0;        ///< seconds of each message besides its bytes, T_s
};

/// The constants that are fitted.
struct ModelConstants {
  double cpu = 0;      ///< seconds of computing, all processes together
  double network = 1;  ///< factor on the network's time
};

struct PlacementOptions {
  /// Service of n(i) processes on c(i) cores: with jobs in the queue, min(jobs, c) of them at once
  /// (equation 2), or as if min(n, c) cores were one fast one (equations 3 and 6).
  enum class Cpu : uint8_t { load_dependent, fixed };
  /// The partner of a message is any of n processes, itself among them (equations 8 and 9), or any
  /// of the n - 1 others.
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

/// `processes` has how many run on each node; nodes may have none. Throws std::invalid_argument if
/// there is no process, the numbers of nodes differ, or a number is not valid.
/// O(processes * sum of cores).
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
  bool is_network_observable = true;  ///< if not, no run has messages between nodes: it stays 1
  bool is_cpu_at_bound = false;       ///< 0 fits best
  bool is_network_at_bound = false;
  bool has_run_on_one_node = false;  ///< with a core for each process
  bool has_run_on_nodes = false;     ///< on more than one
};

/// The constants with the least sum of squares of relative errors, by Levenberg and Marquardt.
/// Throws std::invalid_argument without runs, or if a run is not valid.
PAJE_EXPORT PlacementFit fit_placement(std::span<const ProfiledRun> runs,
                                       std::span<const ModelNode> nodes,
                                       const PlacementOptions& options = {},
                                       const ModelConstants* start = nullptr);

}  // namespace paje
