#include "simulation/costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace paje::simulation {

namespace {

std::string value_name(const SystemDescription& system, uint32_t place) {
  if (place < kModelValues) return std::string(model_value_name(place));
  return system.coefficients[place - kModelValues];
}

// What a formula of an application names; variables of loops have no name here.
std::string name_in(const Application& application, uint32_t place) {
  constexpr std::array<const char*, kProgramValues> kNames = {"rank", "label_count", "processes"};
  if (place < kProgramValues) return kNames[place];
  if (place == application.data_place) return "data";
  for (std::size_t i = 0; i < application.labels.size(); ++i) {
    if (application.label_place(i) == place) return "n." + application.labels[i].name;
  }
  for (std::size_t i = 0; i < application.variables.size(); ++i) {
    if (application.variable_place(i) == place) return application.variables[i].name;
  }
  return "the loop's variable";
}

// ` (rank = 1, size = 5)`
std::string values_text(const Application& application, const Formula& formula,
                        std::span<const double> values) {
  std::string text;
  std::set<uint32_t> seen;
  for (const uint32_t place : formula.places()) {
    if (!seen.insert(place).second) continue;
    text += fmt::format("{}{} = {:g}", text.empty() ? " (" : ", ", name_in(application, place),
                        values[place]);
  }
  return text.empty() ? text : text + ")";
}

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

}  // namespace

Costs::Costs(const SystemDescription& system, const ExpandedSystem& machines,
             std::span<const LabelRun> labels, const Placement& placement,
             std::span<const Setting> settings)
    : system_(system), machines_(machines), labels_(labels), placement_(placement) {
  for (const CostModel& model : system.models) {
    auto& values = values_.emplace_back(model.values);
    for (const Setting& setting : settings) {
      for (std::size_t i = 0; i < system.coefficients.size(); ++i) {
        if (system.coefficients[i] == setting.first) values[kModelValues + i] = setting.second;
      }
    }
  }
  for (const LabelRun& run : labels) {
    processes_ += static_cast<double>(run.count);
    first_memo_.push_back(static_cast<uint32_t>(memos_.size()));
    memos_.resize(memos_.size() + run.memos);
  }
}

void Costs::fail(uint32_t label, const Block& block, const std::string& what) const {
  throw SimulationError(fmt::format("{}: {} of the label {}: {}", block.place,
                                    block_name(block.kind), labels_[label].label->name, what));
}

double Costs::bytes(uint32_t label, const Block& block, const Formula& formula,
                    std::span<const double> values) const {
  const double result = formula(values);
  if (!is_amount(result)) {
    fail(label, block,
         fmt::format("the data, {}, is {:g} bytes{}", formula.text(), result,
                     values_text(*labels_[label].application, formula, values)));
  }
  return result;
}

double Costs::seconds(CostRule rule, uint32_t model, uint32_t label, const Block& block) {
  const Formula& formula = system_.models[model].rules[static_cast<std::size_t>(rule)];
  const double result = formula(values_[model]);
  if (is_amount(result)) return result;
  std::string text = fmt::format("{} = {} yields {:g} s", rule_name(rule), formula.text(), result);
  for (const uint32_t place : formula.places()) {
    text += fmt::format(", {} = {:g}", value_name(system_, place), values_[model][place]);
  }
  fail(label, block, text);
}

Work Costs::compute_at(uint32_t label, const Block& block, double data, double ops, double threads,
                       const Situation& situation) {
  const auto place = static_cast<std::size_t>(block.device);
  const MachineKind& kind = machines_.kinds[situation.kind];
  const Device& device = kind.devices[place];
  if (device.units <= 0) {
    fail(label, block, fmt::format("the machine {} has no such device", kind.name));
  }
  // More processes than units share them.
  const double users = std::max(1U, situation.users[place]);
  const double units = std::min(threads, device.units / users);
  const double each = block.is_single_precision ? device.single_flops : device.double_flops;
  const uint32_t model = device.model;
  value(model, ModelValue::ops) = ops;
  value(model, ModelValue::data) = data;
  value(model, ModelValue::threads) = threads;
  value(model, ModelValue::performance) = each * units * static_cast<double>(situation.factor);
  value(model, ModelValue::cores) = device.units;
  value(model, ModelValue::processes) = processes_;
  value(model, ModelValue::label_count) = static_cast<double>(labels_[label].count);
  value(model, ModelValue::failures_per_hour) = kind.failures_per_hour;
  value(model, ModelValue::idle) = device.idle_watts;
  value(model, ModelValue::load) = device.load_watts;
  return {seconds(CostRule::compute, model, label, block), units};
}

Work Costs::compute(uint32_t label, const Instruction& instruction, std::span<double> values,
                    uint32_t situation) {
  const Block& block = *instruction.block;
  const double data = bytes(label, block, block.data, values);
  values[labels_[label].application->data_place] = data;
  const double ops = block.ops(values), threads = block.threads(values);
  Memo& last = memo(label, instruction);
  if (last.data == data && last.ops == ops && last.third == threads && last.where == situation) {
    return last.work;
  }
  if (!is_amount(ops)) {
    fail(label, block,
         fmt::format("the complexity, {}, is {:g} operations{}", block.ops.text(), ops,
                     values_text(*labels_[label].application, block.ops, values)));
  }
  if (!(threads >= 1 && threads <= 1e6))
    fail(label, block, fmt::format("threads are {:g}", threads));
  Work work;
  if (situation != kSlowest) {
    work = compute_at(label, block, data, ops, threads, placement_.situations[situation]);
  } else {
    for (const uint32_t one : placement_.label_situations[label]) {
      const Work here = compute_at(label, block, data, ops, threads, placement_.situations[one]);
      if (here.seconds >= work.seconds) work = here;
    }
  }
  last = {data, ops, threads, situation, CostRule::compute, work};
  return work;
}

double Costs::message(CostRule rule, uint32_t label, const Instruction& instruction, double bytes,
                      double peers, uint32_t instance) {
  Memo& last = memo(label, instruction);
  if (last.data == bytes && last.third == peers && last.where == instance && last.rule == rule) {
    return last.work.seconds;
  }
  const ExpandedSystem::Instance& node = machines_.instances[instance];
  const Block& block = *instruction.block;
  if (!node.has_own_network) fail(label, block, "nothing connects its processes: no network");
  const HardwarePart& network = system_.parts[node.network];
  const uint32_t model = node.model;
  value(model, ModelValue::ops) = 0;
  value(model, ModelValue::data) = bytes;
  value(model, ModelValue::startup) = network.startup;
  value(model, ModelValue::bandwidth) = network.bandwidth;
  value(model, ModelValue::peers) = peers;
  value(model, ModelValue::processes) = processes_;
  value(model, ModelValue::label_count) = static_cast<double>(labels_[label].count);
  const double result = seconds(rule, model, label, block);
  last = {bytes, 0, peers, instance, rule, {result, 0}};
  return result;
}

double Costs::power(const MachineKind& kind, std::size_t place, double active) {
  const Device& device = kind.devices[place];
  value(device.model, ModelValue::idle) = device.idle_watts;
  value(device.model, ModelValue::load) = device.load_watts;
  value(device.model, ModelValue::cores) = device.units;
  value(device.model, ModelValue::active_cores) = active;
  const Formula& formula =
      system_.models[device.model].rules[static_cast<std::size_t>(CostRule::power)];
  const double watts = formula(values_[device.model]);
  if (is_amount(watts)) return watts;
  throw SimulationError(fmt::format("power of {}: {} yields {:g} W with active_cores = {:g}",
                                    kind.name, formula.text(), watts, active));
}

double Costs::failures(const MachineKind& kind, double seconds) {
  value(kind.model, ModelValue::failures_per_hour) = kind.failures_per_hour;
  value(kind.model, ModelValue::time) = seconds;
  const Formula& formula =
      system_.models[kind.model].rules[static_cast<std::size_t>(CostRule::failures)];
  const double count = formula(values_[kind.model]);
  if (is_amount(count)) return count;
  throw SimulationError(
      fmt::format("failures of {}: {} yields {:g}", kind.name, formula.text(), count));
}

}  // namespace paje::simulation
