// The system that an application is simulated on: a tree of groups and machines with parts from a
// database of hardware, and formulas for what things cost there (P. Czarnul and others, MERPSYS: An
// environment for simulation of parallel application execution on large scale HPC systems).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/simulation/formula.hpp"

namespace paje {

enum class PartKind : uint8_t { cpu, gpu, accelerator, network, storage };
inline constexpr std::size_t kDevices = 3;  // the kinds that compute come first

/// One product.
struct HardwarePart {
  std::string name;
  PartKind kind = PartKind::cpu;
  double cores = 1;
  double single_flops = 0;  ///< a second, of the whole part
  double double_flops = 0;
  double idle_watts = 0;
  double load_watts = 0;
  double failures_per_hour = 0;
  double startup = 0;    ///< seconds before the first byte
  double bandwidth = 0;  ///< bytes a second
  double price_per_hour = 0;
  std::string source;
};

/// What formulas of models may name; coefficients of the user's follow.
enum class ModelValue : uint8_t {
  ops,
  data,
  threads,
  performance,
  bandwidth,
  startup,
  peers,
  label_count,
  processes,
  cores,
  active_cores,
  idle,
  load,
  failures_per_hour,
  time
};
inline constexpr std::size_t kModelValues = 15;
/// Spelled as in formulas.
PAJE_EXPORT std::string_view model_value_name(std::size_t value);

enum class CostRule : uint8_t {
  compute,
  point_to_point,
  one_to_many,
  scatter,
  gather,
  reduce,
  barrier,
  power,
  failures
};
inline constexpr std::size_t kRules = 9;
PAJE_EXPORT std::string_view rule_name(CostRule rule);
/// The formula that holds unless a model has another one.
///
/// compute: operations over what the device does in a second. Messages: startup and bandwidth
/// (R. Hockney, The communication challenge for MPP, 1994), one after the other where one process
/// has all the data; reduce and barrier: as many rounds as a binomial tree has levels (R. Thakur
/// and others, Optimization of Collective Communication Operations in MPICH, 2005). power: a
/// straight line between idle and all cores busy. failures: their expected number, if they are
/// independent and as frequent at all times.
PAJE_EXPORT std::string_view default_formula(CostRule rule);

/// Whether a formula of the rule may name the value.
PAJE_EXPORT bool rule_has(CostRule rule, ModelValue value);

struct CostModel {
  std::array<Formula, kRules> rules;
  std::array<std::string, kRules> places;  ///< in the file, for messages; empty: the default
  std::vector<double> values;              ///< room for ModelValues, then coefficients
  /// Exchanges of that many bytes or more begin when both sides are ready; others are buffered.
  double rendezvous = HUGE_VAL;
};

struct PartCount {
  uint32_t part = 0;  ///< of the system's
  uint32_t count = 1;
  uint32_t model = 0;
};

/// Numbers drawn for each machine of a group of volunteers.
struct Distribution {
  enum class Shape : uint8_t { fixed, uniform, normal, lognormal };
  Shape shape = Shape::fixed;
  double first = 1;   ///< fixed: the number; least; mean; median
  double second = 0;  ///< most; standard deviation; that of the logarithm
  bool operator==(const Distribution&) const = default;
};
struct Volunteers {
  uint64_t seed = 1;
  Distribution speed;         ///< a factor of all performance; at least 0.001
  Distribution availability;  ///< share of time, from 0.001 to 1
  /// Seconds that a machine is there for, then away, again and again; it is there at first. None:
  /// all the time.
  std::optional<Distribution> session;
  Distribution away;
};
/// The same, of machines that it is drawn for.
struct Sessions {
  uint64_t seed = 1;
  Distribution session, away;
  bool operator==(const Sessions&) const = default;
};

/// A group, or a machine if it has parts. Nodes are counted: a group of 4 racks of 16 machines has
/// two nodes.
struct SystemNode {
  std::string name;
  uint32_t count = 1;
  std::optional<uint32_t> network;  ///< a part; none: the network of the node above
  uint32_t model = 0;
  std::vector<PartCount> parts;
  std::vector<SystemNode> children;
  std::optional<Volunteers> volunteers;
};

struct SystemDescription {
  std::vector<HardwarePart> parts;
  std::vector<CostModel> models;
  std::vector<std::string> coefficients;  ///< names, in the order of the values
  SystemNode root;
};

/// All processors, cards or accelerators of a machine.
struct Device {
  double units = 0;         ///< cores of processors, cards of others
  double single_flops = 0;  ///< of one unit
  double double_flops = 0;
  double idle_watts = 0;  ///< of all
  double load_watts = 0;
  uint32_t model = 0;
};

struct MachineKind {
  std::string name;
  std::array<Device, kDevices> devices;
  double other_watts = 0;  ///< of storage
  struct Failing {         ///< parts whose failures follow one formula
    uint32_t model = 0;
    double failures_per_hour = 0;
  };
  std::vector<Failing> failing;
  double price_per_hour = 0;
};

/// The tree with each machine for itself.
struct ExpandedSystem {
  struct Instance {
    uint32_t parent = 0;
    uint32_t depth = 0;
    uint32_t network = 0;  ///< a part
    uint32_t model = 0;
    bool has_own_network = false;
  };
  struct Machine {
    uint32_t kind = 0;
    uint32_t instance = 0;
    float factor = 1;  ///< of performance
  };
  std::vector<Instance> instances;  ///< 0 is the root
  std::vector<Machine> machines;    ///< in the order of the tree
  std::vector<MachineKind> kinds;
  /// Machines [first, second) that come and go, in order.
  std::vector<std::pair<std::pair<uint32_t, uint32_t>, Sessions>> sessions;

  /// The node that has both below it, or is one of them.
  [[nodiscard]] PAJE_EXPORT uint32_t common(uint32_t left, uint32_t right) const;
};

inline constexpr uint64_t kMostMachines = 20'000'000;

/// Throws std::invalid_argument if there are too many machines, none, or one without a network
/// above.
PAJE_EXPORT ExpandedSystem expand_system(const SystemDescription& system);

}  // namespace paje
