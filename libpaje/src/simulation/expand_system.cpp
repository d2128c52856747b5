#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "paje/simulation/system.hpp"
#include "simulation/dice.hpp"

namespace paje {

using simulation::Dice;

namespace {

constexpr std::array<std::string_view, kModelValues> kModelValueNames = {
    "ops",          "data",  "threads",     "performance",       "bandwidth",
    "startup",      "peers", "label_count", "processes",         "cores",
    "active_cores", "idle",  "load",        "failures_per_hour", "time"};

struct RuleText {
  std::string_view name, formula;
};
constexpr std::array<RuleText, kRules> kRuleTexts = {{
    {"compute", "ops / performance"},
    {"point_to_point", "startup + data / bandwidth"},
    {"one_to_many", "peers * (startup + data / bandwidth)"},
    {"scatter", "peers * (startup + data / bandwidth)"},
    {"gather", "peers * (startup + data / bandwidth)"},
    {"reduce", "ceil(log2(peers + 1)) * (startup + data / bandwidth)"},
    {"barrier", "ceil(log2(peers + 1)) * startup"},
    {"power", "idle + (load - idle) * active_cores / cores"},
    {"failures", "failures_per_hour * time / 3600"},
}};

class Expansion {
 public:
  explicit Expansion(const SystemDescription& system) : system_(system) {}

  ExpandedSystem expand() {
    add_kinds(system_.root);
    result_.instances.push_back({0, 0, 0, system_.root.model, false});
    add_all(system_.root, 0, 0, true);
    if (result_.machines.empty()) throw std::invalid_argument("the system has no machine");
    return std::move(result_);
  }

 private:
  // In the order in which add_all() first visits them.
  void add_kinds(const SystemNode& node) {
    if (!node.parts.empty()) result_.kinds.push_back(kind_of(node));
    for (const SystemNode& child : node.children) add_kinds(child);
  }
  [[nodiscard]] MachineKind kind_of(const SystemNode& node) const {
    MachineKind kind;
    kind.name = node.name;
    kind.failing.push_back({node.model, 0});
    for (const PartCount& some : node.parts) {
      const HardwarePart& part = system_.parts[some.part];
      const double count = some.count;
      failing(kind, some.model).failures_per_hour += count * part.failures_per_hour;
      kind.price_per_hour += count * part.price_per_hour;
      const auto place = static_cast<std::size_t>(part.kind);
      if (place >= kDevices) {
        kind.other_watts += count * part.idle_watts;
        continue;
      }
      add_device(part, count, some.model, kind.devices[place]);
    }
    return kind;
  }
  // Parts whose model has the same formula for failures are counted together.
  MachineKind::Failing& failing(MachineKind& kind, uint32_t model) const {
    for (MachineKind::Failing& one : kind.failing) {
      if (fail_alike(system_.models[one.model], system_.models[model])) return one;
    }
    return kind.failing.emplace_back(MachineKind::Failing{model, 0});
  }
  static bool fail_alike(const CostModel& one, const CostModel& other) {
    constexpr auto kRule = static_cast<std::size_t>(CostRule::failures);
    const auto& places = one.rules[kRule].places();
    return one.rules[kRule].text() == other.rules[kRule].text() &&
           std::all_of(places.begin(), places.end(),
                       [&](uint32_t at) { return one.values[at] == other.values[at]; });
  }
  // If parts differ, a unit has their mean performance.
  static void add_device(const HardwarePart& part, double count, uint32_t model, Device& to) {
    const double units = part.kind == PartKind::cpu ? count * part.cores : count;
    const double all = to.units + units;
    to.single_flops = (to.single_flops * to.units + count * part.single_flops) / all;
    to.double_flops = (to.double_flops * to.units + count * part.double_flops) / all;
    to.units = all;
    to.idle_watts += count * part.idle_watts;
    to.load_watts += count * part.load_watts;
    to.model = model;
  }

  // Adds all copies of a node below `parent`. Kinds of machines in it are numbered from `kind`.
  uint32_t add_all(const SystemNode& node, uint32_t parent, uint32_t kind, bool is_root) {
    uint32_t next = kind;
    Dice speed(node.volunteers ? node.volunteers->seed : 0);
    for (uint32_t copy = 0; copy < node.count; ++copy) {
      const uint32_t instance = is_root ? 0 : add_instance(node, parent);
      if (is_root) set_network(node, parent, result_.instances[0]);
      if (!node.parts.empty()) add_machine(node, instance, kind, speed);
      next = kind + (node.parts.empty() ? 0 : 1);
      for (const SystemNode& child : node.children) next = add_all(child, instance, next, false);
      if (is_root) break;
    }
    return next;
  }
  uint32_t add_instance(const SystemNode& node, uint32_t parent) {
    if (result_.instances.size() >= 2 * kMostMachines) too_many();
    const ExpandedSystem::Instance& above = result_.instances[parent];
    ExpandedSystem::Instance instance{parent, above.depth + 1, 0, node.model, false};
    set_network(node, parent, instance);
    result_.instances.push_back(instance);
    return static_cast<uint32_t>(result_.instances.size() - 1);
  }
  void set_network(const SystemNode& node, uint32_t parent, ExpandedSystem::Instance& to) const {
    const ExpandedSystem::Instance& above = result_.instances[parent];
    to.has_own_network = node.network || above.has_own_network;
    to.network = node.network.value_or(above.network);
  }
  void add_machine(const SystemNode& node, uint32_t instance, uint32_t kind, Dice& dice) {
    if (!result_.instances[instance].has_own_network) {
      throw std::invalid_argument(
          fmt::format("the machine {} has no network, nor has a node above it", node.name));
    }
    if (result_.machines.size() >= kMostMachines) too_many();
    double factor = 1;
    if (node.volunteers) {
      factor = dice.draw(node.volunteers->speed, 1e-3, 1e9);
      factor *= dice.draw(node.volunteers->availability, 1e-3, 1);
    }
    if (node.volunteers && node.volunteers->session) add_sessions(*node.volunteers);
    result_.machines.push_back({kind, instance, static_cast<float>(factor)});
  }
  // For the machine that is added next; machines of the same group share a row.
  void add_sessions(const Volunteers& volunteers) {
    const auto machine = static_cast<uint32_t>(result_.machines.size());
    const Sessions sessions = {volunteers.seed, *volunteers.session, volunteers.away};
    if (!result_.sessions.empty()) {
      auto& [last, same] = result_.sessions.back();
      if (last.second == machine && same == sessions) {
        ++last.second;
        return;
      }
    }
    result_.sessions.push_back({{machine, machine + 1}, sessions});
  }
  [[noreturn]] static void too_many() {
    throw std::invalid_argument(fmt::format("there are more than {} machines", kMostMachines));
  }

  const SystemDescription& system_;
  ExpandedSystem result_;
};

}  // namespace

bool rule_has(CostRule rule, ModelValue value) {
  using V = ModelValue;
  const auto has = [&](std::initializer_list<V> some) {
    return std::find(some.begin(), some.end(), value) != some.end();
  };
  switch (rule) {
    case CostRule::compute:
      return has({V::ops, V::data, V::threads, V::performance, V::label_count, V::processes,
                  V::cores, V::idle, V::load});
    case CostRule::power:
      return has({V::idle, V::load, V::active_cores, V::cores});
    case CostRule::failures:
      return has({V::failures_per_hour, V::time});
    default:
      return has({V::data, V::startup, V::bandwidth, V::peers, V::label_count, V::processes});
  }
}
std::string_view model_value_name(std::size_t value) { return kModelValueNames.at(value); }
std::string_view rule_name(CostRule rule) {
  return kRuleTexts[static_cast<std::size_t>(rule)].name;
}
std::string_view default_formula(CostRule rule) {
  return kRuleTexts[static_cast<std::size_t>(rule)].formula;
}

uint32_t ExpandedSystem::common(uint32_t left, uint32_t right) const {
  while (left != right) {
    if (instances[left].depth < instances[right].depth) std::swap(left, right);
    left = instances[left].parent;
  }
  return left;
}

ExpandedSystem expand_system(const SystemDescription& system) { return Expansion(system).expand(); }

}  // namespace paje
