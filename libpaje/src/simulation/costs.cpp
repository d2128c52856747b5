#include "simulation/costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace paje::simulation {

namespace {

constexpr double kMostThreads = 1e6;

std::string value_name(const SystemDescription& system, uint32_t place) {
  if (place < kModelValues) return std::string(model_value_name(place));
  return system.coefficients[place - kModelValues];
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
         fmt::format("the data, {}; expected bytes from 0 on",
                     yields(*labels_[label].application, formula, values, result)));
  }
  return result;
}

std::string Costs::yields_of(CostRule rule, uint32_t model, double result, const char* unit) const {
  const auto number = static_cast<std::size_t>(rule);
  const Formula& formula = system_.models[model].rules[number];
  std::string text =
      fmt::format("{} = {} yields {:g}{}", rule_name(rule), formula.text(), result, unit);
  for (const uint32_t place : formula.places()) {
    text += fmt::format(", {} = {:g}", value_name(system_, place), values_[model][place]);
  }
  const std::string& place = system_.models[model].places[number];
  return place.empty() ? text : text + " (" + place + ")";
}

double Costs::seconds(CostRule rule, uint32_t model, uint32_t label, const Block& block) {
  const Formula& formula = system_.models[model].rules[static_cast<std::size_t>(rule)];
  const double result = formula(values_[model]);
  if (is_amount(result)) return result;
  fail(label, block, yields_of(rule, model, result, " s"));
}

Work Costs::compute_at(uint32_t label, const Block& block, double data, double ops, double threads,
                       const Situation& situation) {
  const auto place = static_cast<std::size_t>(block.device);
  const MachineKind& kind = machines_.kinds[situation.kind];
  const Device& device = kind.devices[place];
  if (device.units <= 0) {
    fail(label, block, fmt::format("the machine {} has no such device", kind.name));
  }
  // If a device has more processes than units, they share the units.
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
         fmt::format("the complexity, {}; expected operations from 0 on",
                     yields(*labels_[label].application, block.ops, values, ops)));
  }
  if (!(threads >= 1 && threads <= kMostThreads)) {
    fail(label, block,
         fmt::format("the threads, {}; expected 1 to {:g}",
                     yields(*labels_[label].application, block.threads, values, threads),
                     kMostThreads));
  }
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
  throw SimulationError(fmt::format("the machine {}: {}", kind.name,
                                    yields_of(CostRule::power, device.model, watts, " W")));
}

double Costs::failures(const MachineKind& kind, double seconds) {
  double sum = 0;
  for (const MachineKind::Failing& some : kind.failing) {
    value(some.model, ModelValue::failures_per_hour) = some.failures_per_hour;
    value(some.model, ModelValue::time) = seconds;
    const Formula& formula =
        system_.models[some.model].rules[static_cast<std::size_t>(CostRule::failures)];
    const double count = formula(values_[some.model]);
    if (!is_amount(count)) {
      throw SimulationError(fmt::format("the machine {}: {}", kind.name,
                                        yields_of(CostRule::failures, some.model, count, "")));
    }
    sum += count;
  }
  return sum;
}

}  // namespace paje::simulation
