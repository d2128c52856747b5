#include "simulation/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace paje::simulation {

namespace {

constexpr double kMostRounds = 1e9;

}  // namespace

Engine::Engine(const EngineInput& input, Costs& costs, Usage& usage, SimulationResult& result)
    : labels_(input.labels),
      system_(input.system),
      placement_(input.placement),
      one_per_label_(input.one_per_label),
      recorded_(input.recorded),
      presence_(input.presence),
      costs_(costs),
      usage_(usage),
      result_(result) {
  std::size_t process_count = 0, value_count = 0;
  for (const LabelRun& run : labels_) {
    first_.push_back(static_cast<uint32_t>(process_count));
    first_value_.push_back(value_count);
    const uint64_t count = one_per_label_ ? std::min<uint64_t>(run.count, 1) : run.count;
    process_count += count;
    value_count += count * run.values.size();
  }
  first_.push_back(static_cast<uint32_t>(process_count));
  processes_.resize(process_count);
  values_.resize(value_count);
  sent_.resize(process_count * labels_.size());
  received_.resize(process_count * labels_.size());
  inboxes_.resize(process_count);
  channels_.resize(labels_.size() * labels_.size());
  recorded_ = std::min<uint64_t>(recorded_, process_count);
}

void Engine::start() {
  for (uint32_t label = 0; label < labels_.size(); ++label) {
    const LabelRun& run = labels_[label];
    result_.labels.push_back({run.label->name, run.count, 0, 0, 0, 0, 0});
    for (uint32_t i = first_[label]; i < first_[label + 1]; ++i) {
      Process& process = processes_[i];
      process.label = label;
      process.rank = i - first_[label];
      const uint32_t machine = placement_.machine_of[label][process.rank];
      process.situation = one_per_label_ ? Costs::kSlowest : placement_.situation_of[machine];
      const std::span<double> values = this->values(i);
      std::copy(run.values.begin(), run.values.end(), values.begin());
      values[static_cast<std::size_t>(ProgramValue::rank)] = static_cast<double>(process.rank);
      if (is_recorded(i)) result_.run.processes.push_back({label, process.rank, machine, 0});
      ready_.push_back(i);
    }
  }
}

void Engine::run() {
  start();
  std::reverse(ready_.begin(), ready_.end());
  while (!ready_.empty()) {
    const uint32_t number = ready_.back();
    ready_.pop_back();
    advance(number);
  }
  finish();
}

void Engine::advance(uint32_t number) {
  Process& process = processes_[number];
  const std::vector<Instruction>& program = labels_[process.label].program;
  while (step(number, program[process.instruction])) {
  }
}

bool Engine::step(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  const Block* const block = instruction.block;
  switch (instruction.kind) {
    case Instruction::Kind::end:
      process.is_done = true;
      return false;
    case Instruction::Kind::block:
      if (!do_block(number, instruction)) return false;
      ++process.instruction;
      return true;
    case Instruction::Kind::loop_begin: {
      const std::span<double> values = this->values(number);
      const double rounds = block->count(values);
      if (!(rounds >= 0 && rounds <= kMostRounds)) {
        refuse(number, *block, {"the count", &block->count, rounds},
               fmt::format("0 to {:g}", kMostRounds));
      }
      values[instruction.counter] = std::floor(rounds);
      if (block->variable) values[*block->variable] = 0;
      process.instruction = rounds >= 1 ? process.instruction + 1 : instruction.target;
      return true;
    }
    case Instruction::Kind::loop_next: {
      const std::span<double> values = this->values(number);
      if (block->variable) values[*block->variable] += 1;
      const bool goes_on = (values[instruction.counter] -= 1) >= 1;
      process.instruction = goes_on ? instruction.target : process.instruction + 1;
      return true;
    }
    case Instruction::Kind::jump_unless: {
      const double value = block->count(values(number));
      if (std::isnan(value)) {
        refuse(number, *block, {"the condition", &block->count, value}, "a number");
      }
      process.instruction = value != 0 ? process.instruction + 1 : instruction.target;
      return true;
    }
    default:
      process.instruction = instruction.target;
      return true;
  }
}

bool Engine::do_block(uint32_t number, const Instruction& instruction) {
  const Block& block = *instruction.block;
  switch (block.kind) {
    case BlockKind::compute:
      compute(number, instruction);
      return true;
    case BlockKind::set: {
      const std::span<double> values = this->values(number);
      const double value = block.count(values);
      if (!std::isfinite(value)) {
        refuse(number, block, {"the value", &block.count, value}, "a finite number");
      }
      values[*block.variable] = value;
      return true;
    }
    case BlockKind::send:
      send(number, instruction);
      return true;
    case BlockKind::receive:
      return receive(number, instruction);
    case BlockKind::exchange:
      return one_per_label_ &&
                     global(processes_[number], block.labels[0]) == processes_[number].label
                 ? exchange_alike(number, instruction)
                 : exchange(number, instruction);
    case BlockKind::one_to_one:
      return one_to_one(number, instruction);
    case BlockKind::farm:
    case BlockKind::serve:
      return join_farm(number, instruction);
    default:
      return meet(number, instruction);
  }
}

void Engine::compute(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  const Work work = costs_.compute(process.label, instruction, values(number), process.situation);
  const auto device = static_cast<std::size_t>(instruction.block->device);
  double end = process.clock + work.seconds;
  if (one_per_label_) {
    usage_.add_label(process.label, device, work, process.clock);
  } else {
    const uint32_t machine = placement_.machine_of[process.label][process.rank];
    usage_.add(machine, device, work, process.clock);
    if (!presence_.is_constant()) end = presence_.end(machine, process.clock, work.seconds);
  }
  spend(number, Activity::computing, end);
}

void Engine::spend(uint32_t number, Activity activity, double end, uint64_t blocks) {
  Process& process = processes_[number];
  const double start = process.clock;
  if (!std::isfinite(end)) {
    fail(number, *labels_[process.label].program[process.instruction].block,
         fmt::format("it begins at {:g} s and ends at {:g} s; expected a finite time", start, end));
  }
  process.clock = end;
  if (activity == Activity::computing) process.computing += end - start;
  if (process.rank == 0) {
    LabelTimes& times = result_.labels[process.label];
    if (activity == Activity::computing) ++times.compute_blocks;
    times.communication_blocks += blocks;
  }
  if (is_recorded(number)) result_.run.states.push_back({number, activity, start, end});
}

void Engine::go_on(uint32_t number) { ready_.push_back(number); }

uint32_t Engine::instance_of(uint32_t left, uint32_t right) const {
  return system_.common(placement_.label_instance[left], placement_.label_instance[right]);
}

void Engine::fail(uint32_t number, const Block& block, const std::string& what) const {
  const Process& process = processes_[number];
  throw SimulationError(fmt::format("{}: {} of the label {}, rank {}: {}", block.place,
                                    block_name(block.kind), labels_[process.label].label->name,
                                    process.rank, what));
}

void Engine::refuse(uint32_t number, const Block& block, const Yield& found,
                    const std::string& expected) const {
  const Process& process = processes_[number];
  const Application& application = *labels_[process.label].application;
  fail(number, block,
       fmt::format("{}, {}; expected {}", found.what,
                   yields(application, *found.formula, values(number), found.value), expected));
}

void Engine::report_stop() const {
  std::size_t waiting = 0;
  const Process* first = nullptr;
  for (const Process& process : processes_) {
    if (process.is_done) continue;
    if (waiting++ == 0) first = &process;
  }
  const LabelRun& run = labels_[first->label];
  const Block& block = *run.program[first->instruction].block;
  throw SimulationError(fmt::format(
      "{}: the label {}, rank {}, waits forever in {}{}: its partners do not take part",
      block.place, run.label->name, first->rank, block_name(block.kind),
      waiting == 1 ? std::string() : fmt::format(" (and {} other processes wait)", waiting - 1)));
}

void Engine::finish() {
  for (uint32_t i = 0; i < processes_.size(); ++i) {
    const Process& process = processes_[i];
    if (!process.is_done) report_stop();
    LabelTimes& times = result_.labels[process.label];
    times.end = std::max(times.end, process.clock);
    result_.time = std::max(result_.time, process.clock);
    if (is_recorded(i)) result_.run.processes[i].end = process.clock;
    if (process.rank != 0) continue;
    times.computing = process.computing;
    times.communicating = process.clock - process.computing;
  }
}

}  // namespace paje::simulation
