// Evaluates the formulas of a system for the costs of blocks on its machines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/simulation/simulate.hpp"
#include "simulation/placement.hpp"
#include "simulation/program.hpp"

namespace paje::simulation {

/// The time of a computation on a device.
struct Work {
  double seconds = 0;
  double units = 0;  // busy units
};

class Costs {
 public:
  Costs(const SystemDescription& system, const ExpandedSystem& machines,
        std::span<const LabelRun> labels, const Placement& placement,
        std::span<const Setting> settings);

  /// For a process of the label on a machine of the situation. With kSlowest, for the machine of
  /// the label on which it takes longest. `values`: of the process.
  static constexpr uint32_t kSlowest = UINT32_MAX;
  Work compute(uint32_t label, const Instruction& instruction, std::span<double> values,
               uint32_t situation);
  /// The time of a message, or of a collective operation, in the network of an instance.
  double message(CostRule rule, uint32_t label, const Instruction& instruction, double bytes,
                 double peers, uint32_t instance);
  /// Whether an exchange of that size waits for its receiver.
  [[nodiscard]] bool waits(double bytes, uint32_t instance) const {
    return bytes >= system_.models[machines_.instances[instance].model].rendezvous;
  }
  /// The size of a block's messages. Throws SimulationError if it is not a valid size.
  double bytes(uint32_t label, const Block& block, const Formula& formula,
               std::span<const double> values) const;

  /// Power of a device with `active` busy units, in watts.
  double power(const MachineKind& kind, std::size_t device, double active);
  /// Expected number of failures of a machine.
  double failures(const MachineKind& kind, double seconds);

 private:
  struct Memo {
    double data = -1, ops = 0, third = 0;  // threads, or peers
    uint32_t where = 0;
    CostRule rule = CostRule::compute;
    Work work;
  };
  double& value(uint32_t model, ModelValue which) {
    return values_[model][static_cast<std::size_t>(which)];
  }
  Memo& memo(uint32_t label, const Instruction& instruction) {
    return memos_[first_memo_[label] + instruction.memo];
  }
  Work compute_at(uint32_t label, const Block& block, double data, double ops, double threads,
                  const Situation& situation);
  // Describes the formula of a model with its values, result and place, for error messages.
  std::string yields_of(CostRule rule, uint32_t model, double result, const char* unit) const;
  double seconds(CostRule rule, uint32_t model, uint32_t label, const Block& block);
  [[noreturn]] void fail(uint32_t label, const Block& block, const std::string& what) const;

  const SystemDescription& system_;
  const ExpandedSystem& machines_;
  std::span<const LabelRun> labels_;
  const Placement& placement_;
  double processes_ = 0;
  std::vector<std::vector<double>> values_;  // by model
  std::vector<Memo> memos_;                  // the last cost of each block
  std::vector<uint32_t> first_memo_;
};

}  // namespace paje::simulation
