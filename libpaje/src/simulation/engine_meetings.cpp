// Blocks in which processes meet: pairs, collective operations, farms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulation/engine.hpp"

namespace paje::simulation {

namespace {

constexpr double kMostTasks = 1e9;

CostRule rule_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::scatter:
      return CostRule::scatter;
    case BlockKind::gather:
      return CostRule::gather;
    case BlockKind::reduce:
      return CostRule::reduce;
    default:
      return CostRule::barrier;
  }
}

Activity activity_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::scatter:
      return Activity::scatter;
    case BlockKind::gather:
      return Activity::gather;
    case BlockKind::reduce:
      return Activity::reduce;
    default:
      return Activity::barrier;
  }
}

}  // namespace

bool Engine::one_to_one(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  if (std::exchange(process.is_answered, false)) return true;
  const Block& block = *instruction.block;
  const uint32_t label = global(process, block.labels[0]);
  const double pairs = block.count(values(number));
  if (!(pairs >= 0)) {
    refuse(number, block, {"the pairs", &block.count, pairs}, "a number from 0 on");
  }
  const bool is_own = label == process.label;
  const uint64_t rank = is_own ? process.rank ^ 1U : process.rank;
  const bool has_partner = rank < labels_[label].count;
  if (!has_partner || !(static_cast<double>(std::min(rank, process.rank)) < pairs)) return true;
  const double bytes = costs_.bytes(process.label, block, block.data, values(number));
  const uint32_t other =
      one_per_label_ ? first_[label] : first_[label] + static_cast<uint32_t>(rank);
  process.offer = transfer(number, instruction, other, bytes).seconds;
  if (other == number) {
    spend(number, Activity::one_to_one, process.clock + process.offer, 1);
    return true;
  }
  Process& partner = processes_[other];
  if (partner.meets != number) {
    process.meets = other;
    return false;
  }
  const double start = std::max(process.clock, partner.clock);
  const double end = start + std::max(process.offer, partner.offer);
  if (is_recorded(number) && is_recorded(other)) {
    result_.run.messages.push_back({number, other, start, end, bytes});
    result_.run.messages.push_back({other, number, start, end, bytes});
  }
  spend(number, Activity::one_to_one, end, 1);
  spend(other, Activity::one_to_one, end, 1);
  partner.meets = kNobody;
  partner.is_answered = true;
  go_on(other);
  return true;
}

bool Engine::meet(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  if (std::exchange(process.is_answered, false)) return true;
  const Block& block = *instruction.block;
  std::vector<uint32_t> labels;
  for (const uint32_t label : block.labels) labels.push_back(global(process, label));
  uint32_t instance = placement_.label_instance[process.label];
  uint64_t present = 0, all = 0;
  for (const uint32_t label : labels) {
    if (labels_[label].count == 0) continue;
    instance = system_.common(instance, placement_.label_instance[label]);
    present += simulated(label);
    all += labels_[label].count;
  }
  Meeting& meeting = meetings_[{block.kind, std::move(labels)}];
  const double bytes = costs_.bytes(process.label, block, block.data, values(number));
  const double peers = static_cast<double>(all) - 1;
  const double seconds = peers < 1 ? 0
                                   : costs_.message(rule_of(block.kind), process.label, instruction,
                                                    bytes, peers, instance);
  meeting.seconds = std::max(meeting.seconds, seconds);
  meeting.latest = std::max(meeting.latest, process.clock);
  meeting.present.push_back(number);
  if (meeting.present.size() < present) return false;
  const double end = meeting.latest + meeting.seconds;
  for (const uint32_t one : meeting.present) {
    spend(one, activity_of(block.kind), end, 1);
    if (one == number) continue;
    processes_[one].is_answered = true;
    go_on(one);
  }
  meeting.present.clear();
  meeting.latest = meeting.seconds = 0;
  return true;
}

bool Engine::join_farm(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  if (std::exchange(process.is_answered, false)) return true;
  const Block& block = *instruction.block;
  const bool is_master = block.kind == BlockKind::farm;
  const uint32_t other = global(process, block.labels[0]);
  const uint32_t master = is_master ? process.label : other;
  const uint32_t workers = is_master ? other : process.label;
  if (labels_[master].count != 1) {
    fail(number, block,
         fmt::format("a farm has one master, and n.{} is {}", labels_[master].label->name,
                     labels_[master].count));
  }
  if (labels_[workers].count == 0) {
    if (is_master) fail(number, block, "a farm needs workers");
  }
  Meeting& meeting = meetings_[{BlockKind::farm, {master, workers}}];
  meeting.present.push_back(number);
  if (meeting.present.size() < simulated(workers) + 1) return false;
  run_farm_of(meeting);
  for (const uint32_t one : meeting.present) {
    processes_[one].is_answered = one != number;
    if (one != number) go_on(one);
  }
  meeting.present.clear();
  return true;
}

void Engine::run_farm_of(Meeting& meeting) {
  std::sort(meeting.present.begin(), meeting.present.end());
  const auto instruction_of = [&](uint32_t number) -> const Instruction& {
    const Process& process = processes_[number];
    return labels_[process.label].program[process.instruction];
  };
  const auto master = *std::find_if(
      meeting.present.begin(), meeting.present.end(),
      [&](uint32_t one) { return instruction_of(one).block->kind == BlockKind::farm; });
  std::vector<uint32_t> present = meeting.present;
  std::erase(present, master);
  const uint32_t label = processes_[present[0]].label;
  const Instruction& farm = instruction_of(master);
  const Block& block = *farm.block;
  const double tasks = block.count(values(master));
  if (!is_whole(tasks, kMostTasks)) {
    refuse(master, block, {"the tasks", &block.count, tasks},
           fmt::format("a whole number from 0 to {:g}", kMostTasks));
  }
  FarmTimes times;
  times.master = processes_[master].clock;
  times.tasks = static_cast<uint64_t>(tasks);
  const uint32_t instance = instance_of(processes_[master].label, label);
  const double peers = static_cast<double>(labels_[label].count);
  const double bytes = costs_.bytes(processes_[master].label, block, block.data, values(master));
  const double back = costs_.bytes(processes_[master].label, block, block.result, values(master));
  times.to_worker = costs_.message(CostRule::point_to_point, processes_[master].label, farm, bytes,
                                   peers, instance);
  times.to_master = costs_.message(CostRule::point_to_point, processes_[master].label, farm, back,
                                   peers, instance);

  const auto& machines = placement_.machine_of[label];
  std::vector<FarmWorker> workers(labels_[label].count);
  std::vector<Work> works(workers.size());
  for (std::size_t rank = 0; rank < workers.size(); ++rank) {
    const uint32_t number = present[one_per_label_ ? 0 : rank];
    works[rank] = costs_.compute(label, instruction_of(number), values(number),
                                 placement_.situation_of[machines[rank]]);
    workers[rank].start = processes_[number].clock;
    workers[rank].task = works[rank].seconds;
  }
  const std::size_t device = static_cast<std::size_t>(instruction_of(present[0]).block->device);
  const std::function<void(const FarmTask&)> see = [&](const FarmTask& task) {
    usage_.add(machines[task.worker], device, works[task.worker], task.begin);
    record_farm_task(task, master, present, bytes, back);
  };
  const std::function<double(uint32_t, double)> finish = [&](uint32_t worker, double begin) {
    return presence_.end(machines[worker], begin, workers[worker].task);
  };
  const double end = run_farm(times, workers, &see, presence_.is_constant() ? nullptr : &finish);
  if (processes_[master].clock < end) spend(master, Activity::receiving, end);
  result_.labels[processes_[master].label].communication_blocks += 2 * times.tasks;
  result_.labels[label].compute_blocks += workers[0].tasks;
  result_.labels[label].communication_blocks += 2 * workers[0].tasks;
  for (const uint32_t number : present) {
    Process& process = processes_[number];
    const FarmWorker& worker = workers[process.rank];
    process.computing += static_cast<double>(worker.tasks) * worker.task + worker.away;
    process.clock = std::max(process.clock, worker.end);
  }
  // All processes of a label have the time of the last one.
  if (!one_per_label_) return;
  for (const FarmWorker& worker : workers) {
    processes_[present[0]].clock = std::max(processes_[present[0]].clock, worker.end);
  }
}

void Engine::record_farm_task(const FarmTask& task, uint32_t master,
                              std::span<const uint32_t> workers, double bytes, double back) {
  if (one_per_label_ && task.worker > 0) return;
  const uint32_t worker = workers[task.worker];
  auto& run = result_.run;
  if (is_recorded(master)) {
    run.states.push_back({master, Activity::sending, task.sent, task.received});
    run.states.push_back({master, Activity::receiving, task.answered, task.end});
  }
  if (!is_recorded(worker)) return;
  run.states.push_back({worker, Activity::receiving, task.sent, task.begin});
  run.states.push_back({worker, Activity::computing, task.begin, task.finished});
  run.states.push_back({worker, Activity::sending, task.finished, task.end});
  if (!is_recorded(master)) return;
  run.messages.push_back({master, worker, task.sent, task.received, bytes});
  run.messages.push_back({worker, master, task.answered, task.end, back});
}

}  // namespace paje::simulation
