// The system on which an application is simulated: a tree of groups and machines, whose parts come
// from a database of hardware, with formulas for costs (P. Czarnul and others, MERPSYS: An
// environment for simulation of parallel application execution on large scale HPC systems).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/simulation/formula.hpp"

namespace paje {

enum class PartKind : uint8_t { cpu, gpu, accelerator, network, storage };
inline constexpr std::size_t kDevices = 3;  // the kinds that compute; they are the first

/// A hardware product.
struct HardwarePart {
  std::string name;
  PartKind kind = PartKind::cpu;
  double cores = 1;
  double single_flops = 0;  ///< per second, of the whole part
  double double_flops = 0;
  double idle_watts = 0;
  double load_watts = 0;
  double failures_per_hour = 0;
  double startup = 0;    ///< seconds before the first byte
  double bandwidth = 0;  ///< bytes a second
  double price_per_hour = 0;
  std::string source;
};

/// The first values that formulas of models may name. The user's coefficients follow.
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
/// The name of a value in formulas.
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
/// The formula of a rule if a model has none.
///
/// compute: operations divided by the performance of the device. Messages: startup and bandwidth
/// (R. Hockney, The communication challenge for MPP, 1994), one after the other if one process has
/// all the data. reduce and barrier: one message for each level of a binomial tree (R. Thakur and
/// others, Optimization of Collective Communication Operations in MPICH, 2005). power: linear
/// between idle and all cores busy. failures: their expected number, if they are independent and
/// their rate is constant.
PAJE_EXPORT std::string_view default_formula(CostRule rule);

/// Whether a formula of the rule may name the value.
PAJE_EXPORT bool rule_has(CostRule rule, ModelValue value);

struct CostModel {
  std::array<Formula, kRules> rules;
  std::array<std::string, kRules> places;  ///< in the file, for messages; empty: the default
  std::vector<double> values;              ///< storage for the ModelValues, then coefficients
  /// An exchange of at least this many bytes starts when both sides are ready; other messages are
  /// buffered.
  double rendezvous = std::numeric_limits<double>::infinity();
};

struct PartCount {
  uint32_t part = 0;  ///< index of SystemDescription::parts
  uint32_t count = 1;
  uint32_t model = 0;
};

/// A random number for each machine of a group of volunteers.
struct Distribution {
  enum class Shape : uint8_t { fixed, uniform, normal, lognormal };
  Shape shape = Shape::fixed;
  double first = 1;   ///< fixed: the number; uniform: least; normal: mean; lognormal: median
  double second = 0;  ///< uniform: greatest; normal: deviation; lognormal: that of the logarithm
  bool operator==(const Distribution&) const = default;
};
struct Volunteers {
  uint64_t seed = 1;
  Distribution speed;         ///< factor on all performance; at least 0.001
  Distribution availability;  ///< share of time, from 0.001 to 1
  /// Seconds that a machine is available, then `away`, alternating; it is available at first.
  /// Without it, always available.
  std::optional<Distribution> session;
  Distribution away;
};
/// The sessions of a range of machines, as in Volunteers.
struct Sessions {
  uint64_t seed = 1;
  Distribution session, away;
  bool operator==(const Sessions&) const = default;
};

/// A group, or a machine if it has parts. `count` equal nodes are one node here: a group of 4 racks
/// of 16 machines has two nodes.
struct SystemNode {
  std::string name;
  uint32_t count = 1;
  std::optional<uint32_t> network;  ///< index of a part; none: the network of the parent
  uint32_t model = 0;
  std::vector<PartCount> parts;
  std::vector<SystemNode> children;
  std::optional<Volunteers> volunteers;
};

struct SystemDescription {
  std::vector<HardwarePart> parts;
  std::vector<CostModel> models;
  std::vector<std::string> coefficients;  ///< names, in the order of CostModel::values
  SystemNode root;
};

/// All processors, or all cards, or all accelerators of a machine.
struct Device {
  double units = 0;         ///< cores for processors, otherwise cards
  double single_flops = 0;  ///< per unit
  double double_flops = 0;
  double idle_watts = 0;  ///< of all units
  double load_watts = 0;
  uint32_t model = 0;
};

struct MachineKind {
  std::string name;
  std::array<Device, kDevices> devices;
  double other_watts = 0;  ///< power of storage
  struct Failing {         ///< parts with the same formula for failures
    uint32_t model = 0;
    double failures_per_hour = 0;
  };
  std::vector<Failing> failing;
  double price_per_hour = 0;
};

/// The tree with each machine expanded.
struct ExpandedSystem {
  struct Instance {
    uint32_t parent = 0;
    uint32_t depth = 0;
    uint32_t network = 0;  ///< index of a part
    uint32_t model = 0;
    bool has_own_network = false;
  };
  struct Machine {
    uint32_t kind = 0;
    uint32_t instance = 0;
    float factor = 1;  ///< on performance
  };
  std::vector<Instance> instances;  ///< 0 is the root
  std::vector<Machine> machines;    ///< in the order of the tree
  std::vector<MachineKind> kinds;
  /// Ranges [first, second) of machines with sessions, ascending.
  std::vector<std::pair<std::pair<uint32_t, uint32_t>, Sessions>> sessions;

  /// The nearest instance that contains both, or is one of them.
  [[nodiscard]] PAJE_EXPORT uint32_t common(uint32_t left, uint32_t right) const;
};

inline constexpr uint64_t kMostMachines = 20'000'000;

/// Throws std::invalid_argument if there are no machines or too many, or if a machine has no
/// network above it.
PAJE_EXPORT ExpandedSystem expand_system(const SystemDescription& system);

}  // namespace paje
