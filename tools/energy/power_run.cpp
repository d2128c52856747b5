#include "energy/power_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "common/time_unit_option.hpp"
#include "energy/commands.hpp"
#include "energy/names.hpp"
#include "energy/variables.hpp"
#include "paje/user_columns.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

std::string name_of(const Trace& trace, ContainerId id) {
  return id == kRootContainer ? "(root)" : std::string(trace[id].name.text);
}

// A field of a container in words; empty if it has none.
std::string field_of(const UserColumn& column, ContainerId container) {
  const uint64_t place = column.place(container.index);
  if (place == UserColumn::kNoPlace) return {};
  switch (column.type()) {
    case UserType::integer:
      return fmt::format("{}", column.integers()[place]);
    case UserType::number:
      return fmt::format("{}", column.numbers()[place]);
    case UserType::text:
      break;
  }
  return std::string(column.texts()[place]);
}

class RunReader {
 public:
  RunReader(const Trace& trace, const EnergyOptions& options, TimeUnit unit)
      : trace_(trace),
        options_(options),
        unit_(unit),
        fields_(trace, TypeKind::container),
        end_(finite_end(trace, unit)) {}

  PowerRun read() {
    add_fields();
    for (const Track& track : trace_.tracks()) {
      if (track.kind == TypeKind::variable) add_variable(track);
      if (track.kind == TypeKind::state) add_states(track);
    }
    find_sums();
    add_sums();
    return std::move(run_);
  }

 private:
  [[nodiscard]] double seconds(double time) const { return in_seconds(time, unit_); }

  void add_fields() {
    for (const UserColumn& column : fields_.all()) {
      if (is_same_name(column.name(), kSource)) continue;
      for (uint32_t id = 0; id < trace_.containers().size(); ++id) {
        std::string words = field_of(column, {id});
        if (words.empty()) continue;
        run_.fields.emplace_back(column.name(), std::move(words));
        break;
      }
    }
  }

  void add_variable(const Track& track) {
    MeasuredVariable measured;
    measured.container = track.container;
    measured.device = name_of(trace_, track.container);
    if (const UserColumn* const source = fields_.find(kSource)) {
      measured.source = field_of(*source, track.container);
    }
    measured.variable = trace_[track.type].name.text;
    measured.is_power = is_same_name(measured.variable, options_.names.power);
    measured.samples = samples_of(trace_, track, unit_);
    std::erase_if(measured.samples, [&](const SampledValue& sample) {
      const bool is_finite = std::isfinite(sample.value) && std::isfinite(sample.time);
      const bool is_negative = is_finite && measured.is_power && sample.value < 0;
      run_.not_finite += is_finite ? 0 : 1;
      run_.negative += is_negative ? 1 : 0;
      return !is_finite || is_negative;
    });
    if (measured.samples.empty()) return;
    measured.end = std::min(end_, seconds(trace_.variables().end[track.last - 1]));
    measured.statistics = sample_statistics(measured.samples, measured.end);
    if (measured.is_power) add_state_energy(track.container, measured);
    run_.variables.push_back(std::move(measured));
  }

  // When the application starts first, and ends last.
  void add_states(const Track& track) {
    const StateColumns states = trace_.states();
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (!is_same_name(trace_[states.value[row]].name.text, options_.run_state)) continue;
      run_start_ = std::min(run_start_, seconds(states.start[row]));
      run_end_ = std::max(run_end_, std::min(end_, seconds(states.end[row])));
    }
  }

  // The nearest container from the device upwards that has states.
  [[nodiscard]] ContainerId with_states(ContainerId id) const {
    for (; id.valid(); id = trace_[id].parent) {
      for (const Track& track : trace_.tracks(id)) {
        if (track.kind == TypeKind::state) return id;
      }
    }
    return {};
  }

  // The energy in each outermost state, each sample holding until the next.
  void add_state_energy(ContainerId device, const MeasuredVariable& power) {
    const ContainerId holder = with_states(device);
    if (!holder.valid()) return;
    std::map<std::string, StateEnergy> found;
    const StateColumns states = trace_.states();
    double at = power.samples.front().time;
    const auto take = [&](double from, double to, std::string_view state) {
      from = std::max(from, at);
      to = std::min(to, power.end);
      if (!(from < to)) return;
      StateEnergy& sum = found[std::string(state)];
      sum.seconds += to - from;
      sum.joules += energy_between(power, from, to);
      at = to;
    };
    for (const Track& track : trace_.tracks(holder)) {
      if (track.kind != TypeKind::state) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        if (states.depth[row] != 0) continue;
        take(at, seconds(states.start[row]), "");
        take(seconds(states.start[row]), seconds(states.end[row]),
             trace_[states.value[row]].name.text);
      }
      break;  // of several types of states the first
    }
    take(at, power.end, "");
    for (auto& [state, sum] : found) {
      run_.states.push_back({power.device, power.source, state, sum.seconds, sum.joules});
    }
  }

  static double energy_between(const MeasuredVariable& power, double from, double to) {
    auto next =
        std::upper_bound(power.samples.begin(), power.samples.end(), from,
                         [](double time, const auto& sample) { return time < sample.time; });
    double joules = 0;
    while (from < to) {
      const double until = next == power.samples.end() ? to : std::min(to, next->time);
      joules += std::prev(next)->value * (until - from);
      from = until;
      if (next != power.samples.end()) ++next;
    }
    return joules;
  }

  // What an estimate writes has the power of all machines, and their sum above them.
  void find_sums() {
    constexpr double kRounding = 1e-6;
    std::map<uint32_t, double> inside;  // by container, joules of those inside
    for (const MeasuredVariable& one : run_.variables) {
      if (!one.is_power) continue;
      for (ContainerId id = trace_[one.container].parent; id.valid(); id = trace_[id].parent) {
        inside[id.index] += one.statistics.steps;
      }
    }
    for (MeasuredVariable& one : run_.variables) {
      const auto found = inside.find(one.container.index);
      if (!one.is_power || found == inside.end()) continue;
      const double joules = one.statistics.steps;
      one.is_sum = joules > 0 && std::abs(joules - found->second) <= kRounding * joules;
      if (!one.is_sum) run_.around_others.push_back(one.device);
    }
  }

  void add_run_energy() {
    for (const MeasuredVariable& one : run_.variables) {
      if (!one.is_power || one.is_sum) continue;
      run_.run_joules += energy_between(one, std::max(run_start_, one.samples.front().time),
                                        std::min(run_end_, one.end));
    }
  }

  void add_sums() {
    double first = std::numeric_limits<double>::infinity(), last = -first;
    for (const MeasuredVariable& one : run_.variables) {
      first = std::min(first, one.samples.front().time);
      last = std::max(last, one.end);
      if (!one.is_power || one.is_sum) continue;
      ++run_.devices;
      run_.trapezoids += one.statistics.trapezoids;
      run_.mean_watts += one.statistics.mean;
    }
    run_.has_run_state = run_end_ >= run_start_;
    if (run_.has_run_state) add_run_energy();
    run_.seconds = run_.has_run_state ? run_end_ - run_start_ : std::max(0.0, last - first);
    if (run_.has_run_state && std::isfinite(first)) run_.latency = run_start_ - first;
  }

  const Trace& trace_;
  static constexpr std::string_view kSource = "Source";

  const EnergyOptions& options_;
  TimeUnit unit_;
  UserColumns fields_;
  double end_;
  double run_start_ = std::numeric_limits<double>::infinity();
  double run_end_ = -std::numeric_limits<double>::infinity();
  PowerRun run_;
};

}  // namespace

PowerRun read_run(const EnergyOptions& options, const std::string& path) {
  EnergyOptions with_fields = options;
  with_fields.read.keep_user_fields = true;
  const Trace trace = read_energy_trace(with_fields, path);
  const Trace* const traces[] = {&trace};
  const TimeUnit unit = unit_for(options.unit, traces, "pj_energy", options.quiet);
  PowerRun run = RunReader(trace, options, unit).read();
  run.name = path == "-" ? "standard input" : path.substr(path.rfind('/') + 1);
  if (run.variables.empty()) {
    throw std::runtime_error(
        fmt::format("{}: there are no variables that were measured", visible(path)));
  }
  return run;
}

}  // namespace paje::tools
