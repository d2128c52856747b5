#include "generate/spmd.hpp"

#include <algorithm>
#include <array>

#include "generate/differences.hpp"
#include "generate/spmd_definitions.hpp"

namespace paje::tools {

namespace {

constexpr uint32_t kCompute = 0, kKernel = 1, kSend = 5, kReceive = 6, kAllreduce = 7, kWait = 8;
constexpr std::array<std::string_view, 10> kStates = {
    "compute",  "stencil",  "pack",          "unpack",   "residual",
    "MPI_Send", "MPI_Recv", "MPI_Allreduce", "MPI_Wait", "changed"};
constexpr std::array<std::string_view, 10> kColors = {
    "0.2 0.6 0.2", "0.4 0.8 0.4", "0.3 0.7 0.6", "0.3 0.6 0.7", "0.5 0.8 0.2",
    "0.1 0.3 0.8", "0.8 0.3 0.1", "0.9 0.7 0.1", "0.8 0.1 0.1", "0.5 0.5 0.5"};
constexpr uint32_t kKernels = 4, kChanged = 9;

constexpr double kLatency = 20e-6;
constexpr double kWork = 1e-3;

}  // namespace

SpmdProgram::SpmdProgram(const GenerateOptions& options, LineWriter& out, PartLines* parts)
    : options_(options),
      out_(out),
      parts_(parts),
      random_(options.seed),
      clock_(options.ranks, 0.0) {}

void SpmdProgram::write() {
  write_definitions();
  write_types();
  write_containers();
  uint64_t iteration = 0;
  for (;; ++iteration) {
    const bool enough =
        options_.size != 0
            ? out_.written() + (parts_ != nullptr ? parts_->written() : 0) >= options_.size
            : iteration >= options_.iterations;
    if (enough) break;
    write_iteration(iteration);
    // The same iteration once more, as if the loop had one turn too many.
    if (options_.extra_iteration == iteration) write_iteration(iteration);
  }
  check_turns(options_, iteration);
  if (parts_ != nullptr) name_parts();
  write_end();
  out_.flush();
}

// Events of parts come where they are named: after all others, before containers are destroyed.
void SpmdProgram::name_parts() {
  for (uint64_t part = 0; part < parts_->parts(); ++part) {
    out_.line(fmt::format("19 0 0 {}", PartLines::name_of(part)));
  }
}

void SpmdProgram::write_definitions() {
  out_.line(fmt::format("# SPMD program: {} ranks, seed {}", options_.ranks, options_.seed));
  out_.line(kDefinitions);
  if (parts_ != nullptr) out_.line(kPartDefinition);
}

void SpmdProgram::write_types() {
  out_.line("0 ZONE 0 Zone");
  out_.line("0 NODE ZONE Node");
  out_.line("0 RANK NODE Rank");
  if (options_.churn) out_.line("0 TASK RANK Task");
  if (options_.variables) out_.line("1 PW NODE power \"0.9 0.6 0.1\"");
  out_.line("2 ST RANK \"MPI State\"");
  if (options_.punctual_events) out_.line("3 EV RANK Iteration");
  if (options_.links) out_.line("4 LK 0 RANK RANK \"MPI Link\"");
  for (std::size_t i = 0; i < kStates.size(); ++i) {
    out_.line(fmt::format("5 {} ST {} \"{}\"", kStates[i], kStates[i], kColors[i]));
  }
  if (!options_.renamed_state.empty()) {
    out_.line(fmt::format("5 {0} ST {0} \"0.6 0.2 0.6\"", options_.new_state_name));
  }
}

void SpmdProgram::write_containers() {
  const std::string start = out_.time(0);
  out_.line(fmt::format("6 {} z0 ZONE 0 zone-0", start));
  for (uint64_t node = 0; node < nodes(); ++node) {
    out_.line(fmt::format("6 {} n{} NODE z0 \"node {}\"", start, node, node));
    if (options_.variables) out_.line(fmt::format("8 {} PW n{} 100", start, node));
  }
  for (uint64_t rank = 0; rank < options_.ranks; ++rank) {
    out_.line(fmt::format("6 {} r{} RANK n{} rank-{}", start, rank, rank / 4, rank));
  }
}

uint32_t SpmdProgram::state(uint32_t wanted, uint64_t iteration, uint32_t rank,
                            uint64_t purpose) const {
  const bool change = options_.changed_fraction > 0 &&
                      random_.real({7, iteration, rank, purpose}) < options_.changed_fraction;
  return change ? kChanged : wanted;
}

std::vector<std::string_view> SpmdProgram::states_of(const GenerateOptions& options) {
  std::vector<std::string_view> states = {kStates[kCompute]};
  // Two kernels are computed; each goes one further with each level.
  const uint64_t levels = options.depth > 0 ? options.depth - 1 : 0;
  const uint64_t used = options.loop == Loop::none ? kKernels : levels + 1;
  const uint64_t kernels = levels == 0 ? 0 : std::min<uint64_t>(used, kKernels);
  for (uint64_t kernel = 0; kernel < kernels; ++kernel) states.push_back(kStates[kKernel + kernel]);
  for (const uint32_t state : {kSend, kReceive, kAllreduce, kWait}) {
    states.push_back(kStates[state]);
  }
  if (options.changed_fraction > 0) states.push_back(kStates[kChanged]);
  return states;
}

uint64_t SpmdProgram::rounds(uint64_t iteration) const {
  constexpr uint64_t kNested = 3, kMost = 5;
  switch (options_.loop) {
    case Loop::single:
      return 1;
    case Loop::nested:
      return kNested;
    case Loop::varying:
    case Loop::none:
      break;
  }
  return 1 + random_.below(kMost, {8, iteration});
}

double SpmdProgram::slowness(uint64_t iteration, uint32_t rank) const {
  const bool is_planted = options_.slow_rank || options_.slow_iteration;
  const bool is_slow = is_planted && options_.slow_rank.value_or(rank) == rank &&
                       options_.slow_iteration.value_or(iteration) == iteration;
  return is_slow ? options_.slow_factor : 1.0;
}

double SpmdProgram::compute(uint64_t round, uint32_t rank, double slow, double time) {
  const bool differs = options_.loop == Loop::none;
  const uint64_t kernels = differs ? 1 + random_.below(kKernels, {9, round}) : 2;
  add(time, What::push, rank, state(kCompute, round, rank, 0));
  // Kernels in a row, each as deep as wanted.
  for (uint32_t kernel = 0; kernel < kernels; ++kernel) {
    const uint64_t other = differs ? random_.below(kKernels, {11, round, kernel}) : 0;
    time += kWork * slow * 0.05;
    const double elapsed = kWork * slow * (0.3 + 0.2 * random_.real({1, round, rank, kernel}));
    const auto depth = static_cast<uint32_t>(options_.depth > 0 ? options_.depth - 1 : 0);
    for (uint32_t level = 0; level < depth; ++level) {
      add(time + elapsed * 0.5 * level / depth, What::push, rank,
          state(kKernel + (other + kernel + level) % kKernels, round, rank,
                1 + kernel + 2 * level));
    }
    time += elapsed;
    for (uint32_t level = 0; level < depth; ++level) add(time, What::pop, rank);
  }
  add(time, What::pop, rank);
  return time;
}

void SpmdProgram::exchange(uint64_t round, const std::vector<double>& computed) {
  const auto ranks = static_cast<uint32_t>(options_.ranks);
  std::vector<double> sent(ranks);
  std::vector<bool> dropped(ranks, false);
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    const uint64_t size = 1024 * (1 + random_.below(64, {2, round, rank}));
    sent[rank] = computed[rank] + 2e-6;
    add(sent[rank], What::push, rank, state(kSend, round, rank, 20), size);
    dropped[rank] = options_.dropped_message == message_;
    if (options_.links && !dropped[rank]) {
      add(sent[rank], What::start_link, rank, 0, exchange_ * ranks + rank);
    }
    ++message_;
    add(sent[rank] + kLatency / 4, What::pop, rank);
  }
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    const uint32_t from = (rank + ranks - 1) % ranks;
    const double begin = sent[rank] + kLatency / 2;
    const double elapsed = kLatency * (1 + random_.real({3, round, rank}));
    const double end = std::max(begin, sent[from]) + elapsed;
    add(begin, What::push, rank, state(kReceive, round, rank, 21));
    if (options_.links && !dropped[from]) {
      add(end, What::end_link, rank, 0, exchange_ * ranks + from);
    }
    add(end, What::pop, rank);
    clock_[rank] = end + 1e-6;
  }
  ++exchange_;
}

void SpmdProgram::meet(uint64_t iteration) {
  const double end = *std::max_element(clock_.begin(), clock_.end()) + 3 * kLatency;
  for (uint32_t rank = 0; rank < options_.ranks; ++rank) {
    add(clock_[rank], What::push, rank, state(kAllreduce, iteration, rank, 30));
    add(clock_[rank] + 1e-6, What::push, rank, state(kWait, iteration, rank, 31));
    if (options_.links && rank != 0) {
      const uint64_t key = (uint64_t{1} << 40U) + turn_ * options_.ranks + rank;
      add(clock_[rank] + 1e-6, What::start_link, rank, 1, key);
      add(end - kLatency, What::end_link, (rank - 1) / 2, 1, key);
    }
    add(end, What::pop, rank);
    add(end, What::pop, rank);
  }
  now_ = end + 1e-6;
}

void SpmdProgram::add_variables(uint64_t iteration) {
  for (uint32_t node = 0; node < nodes(); ++node) {
    const auto watts = static_cast<uint32_t>(20 + random_.below(60, {4, iteration, node}));
    add(now_, What::set, node, 100 + watts);
    add(now_ + kWork / 4, What::add, node, watts / 2);
    add(now_ + kWork / 2, What::sub, node, watts / 4);
  }
}

void SpmdProgram::add_churn(uint64_t iteration) {
  if (random_.below(4, {5, iteration}) != 0) return;
  const auto rank = static_cast<uint32_t>(random_.below(options_.ranks, {6, iteration}));
  add(now_, What::create, rank, 0, turn_);
  add(now_ + kWork / 3, What::destroy, rank, 0, turn_);
}

void SpmdProgram::write_round(uint64_t iteration, uint64_t number) {
  // Random numbers of a round are drawn by this; those of the first are those of its turn.
  const uint64_t round = iteration + (number << 40U);
  std::vector<double> computed(options_.ranks);
  for (uint32_t rank = 0; rank < options_.ranks; ++rank) {
    if (options_.punctual_events && number == 0) {
      add(now_, What::event, rank, static_cast<uint32_t>(iteration % 100));
    }
    computed[rank] = compute(round, rank, slowness(iteration, rank), clock_[rank]);
  }
  if (options_.loop != Loop::none || random_.below(2, {10, round}) == 0) {
    exchange(round, computed);
  } else {
    for (uint32_t rank = 0; rank < options_.ranks; ++rank) clock_[rank] = computed[rank] + 1e-6;
  }
}

void SpmdProgram::write_iteration(uint64_t iteration) {
  steps_.clear();
  if (options_.variables) add_variables(iteration);
  if (options_.churn) add_churn(iteration);
  for (uint32_t rank = 0; rank < options_.ranks; ++rank) {
    const bool is_late = turn_ == 0 && options_.late_rank == rank;
    clock_[rank] = is_late ? now_ + options_.late_by : now_;
  }
  const uint64_t count = rounds(iteration);
  for (uint64_t number = 0; number < count; ++number) write_round(iteration, number);
  meet(iteration);
  std::stable_sort(steps_.begin(), steps_.end(),
                   [](const Step& a, const Step& b) { return a.time < b.time; });
  for (const Step& step : steps_) write_step(step);
  ++turn_;
}

void SpmdProgram::write_step(const Step& step) {
  const std::string time = out_.time(step.time);
  switch (step.what) {
    case What::push: {
      const bool renamed = kStates[step.detail] == options_.renamed_state;
      const std::string_view name = renamed ? options_.new_state_name : kStates[step.detail];
      if (options_.user_fields && step.key != 0) {
        return write_of_rank(step.rank, "18 {} ST r{} {} {} {}", time, step.rank, name, step.key,
                             step.rank % 7);
      }
      return write_of_rank(step.rank, "12 {} ST r{} {}", time, step.rank, name);
    }
    case What::pop:
      return write_of_rank(step.rank, "13 {} ST r{}", time, step.rank);
    case What::start_link:
      return out_.event("15 {} LK 0 r{} {} {:x}", time, step.rank,
                        step.detail == 0 ? "PTP" : "COLL", step.key);
    case What::end_link:
      return out_.event("16 {} LK 0 r{} {} {:x}", time, step.rank,
                        step.detail == 0 ? "PTP" : "COLL", step.key);
    case What::event:
      return write_of_rank(step.rank, "17 {} EV r{} iteration-{}", time, step.rank, step.detail);
    case What::set:
      return out_.event("8 {} PW n{} {}", time, step.rank, step.detail);
    case What::add:
      return out_.event("9 {} PW n{} {}", time, step.rank, step.detail);
    case What::sub:
      return out_.event("10 {} PW n{} {}", time, step.rank, step.detail);
    case What::create:
      return out_.event("6 {} t{} TASK r{} task-{}", time, step.key, step.rank, step.key);
    case What::destroy:
      return out_.event("7 {} TASK t{}", time, step.key);
  }
}

void SpmdProgram::write_end() {
  const std::string end = out_.time(now_);
  for (uint64_t rank = 0; rank < options_.ranks; ++rank) {
    out_.line(fmt::format("7 {} RANK r{}", end, rank));
  }
  for (uint64_t node = 0; node < nodes(); ++node)
    out_.line(fmt::format("7 {} NODE n{}", end, node));
  out_.line(fmt::format("7 {} ZONE z0", end));
}

}  // namespace paje::tools
