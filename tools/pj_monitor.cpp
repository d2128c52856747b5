// pj_monitor: samples the use and power of a machine while a command runs.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <memory>
#include <mutex>
#include <thread>

#include "common/end_handler.hpp"
#include "common/interrupts.hpp"
#include "common/print_error.hpp"
#include "common/run_command.hpp"
#include "common/tool.hpp"
#include "energy/model_file.hpp"
#include "monitor/csv_samples.hpp"
#include "monitor/machine.hpp"
#include "monitor/monitor_trace.hpp"
#include "monitor/nvml.hpp"
#include "monitor/options.hpp"
#include "monitor/rapl.hpp"

namespace {

using namespace paje;
using namespace paje::tools;
using Clock = std::chrono::steady_clock;

std::string host_name() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

// All that is sampled, and when.
class Monitor {
 public:
  explicit Monitor(const MonitorOptions& options)
      : interval_(std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(options.interval))) {
    Samples& samples = run.samples;
    run.parameters = options.parameters;
    const std::size_t machine =
        samples.add_device({host_name(), "measured by Linux (/proc)", true});
    auto use = std::make_unique<MachineSampler>(samples, machine);
    auto tree = std::make_unique<TreeSampler>(samples, machine);
    const MachineSampler& used = *use;
    tree_ = tree.get();
    samplers_.push_back(std::move(use));
    samplers_.push_back(std::move(tree));
    auto rapl = std::make_unique<RaplSampler>(options.powercap, samples);
    auto nvml = std::make_unique<NvmlSampler>(samples);
    missing = {rapl->missing(), nvml->missing()};
    samplers_.push_back(std::move(rapl));
    samplers_.push_back(std::move(nvml));
    if (!options.power_model.empty()) add_model(options.power_model, used);
  }

  /// Samples now, if it is time, then at each interval, until `is_over` is true or, from now on,
  /// `seconds` have gone.
  void sample_for(double seconds, const bool& is_over) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
    std::unique_lock lock(mutex);
    while (!is_over && !is_stopped && Clock::now() < end) {
      if (Clock::now() >= next_) {
        lock.unlock();
        sample();
        lock.lock();
      }
      changed.wait_until(lock, std::min(next_, end), [&] { return is_over || is_stopped; });
    }
  }

  void sample() {
    if (!has_begun_) begin_ = Clock::now();
    has_begun_ = true;
    run.last = now();
    next_ = std::max(next_ + interval_, Clock::now());
    for (const auto& sampler : samplers_) sampler->sample(run.last, run.samples);
  }
  void watch(pid_t process) { tree_->watch(process); }
  [[nodiscard]] double now() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  /// By which signal; 0 if by none.
  [[nodiscard]] int stopped_by() {
    const std::lock_guard lock(mutex);
    return is_stopped ? signal : 0;
  }

  MonitoredRun run;
  std::vector<std::string> missing;
  std::mutex mutex;  // of what follows
  std::condition_variable changed;
  bool has_ended = false;   // the command
  bool is_stopped = false;  // by a signal
  int signal = SIGINT;

 private:
  void add_model(const std::string& path, const MachineSampler& machine) {
    const PowerModelFile file = read_model(path);
    const std::size_t device = run.samples.add_device(
        {fmt::format("E2M model (mean error {:.3g} W)", file.accuracy.mean_error),
         fmt::format("modelled by E2M (mean error {:.6g} W on the samples of its fit)",
                     file.accuracy.mean_error),
         false});
    samplers_.push_back(std::make_unique<ModelSampler>(run.samples, device, file.model, machine));
  }

  Clock::duration interval_;
  Clock::time_point begin_ = Clock::now(), next_ = begin_;
  std::vector<std::unique_ptr<Sampler>> samplers_;
  TreeSampler* tree_ = nullptr;
  bool has_begun_ = false;
};

// An interrupt from a terminal has reached the command as well; what only this process got, as
// SIGTERM, is handed on. Either way there is a trace of what was sampled.
void end_by(int signal, Monitor& monitor, pid_t command) {
  const std::lock_guard lock(monitor.mutex);
  const bool is_from_terminal = signal != SIGTERM && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
  if (command > 0 && !is_from_terminal && !monitor.has_ended) ::kill(command, signal);
  monitor.signal = signal;
  if (command <= 0 || monitor.has_ended) monitor.is_stopped = true;
  monitor.changed.notify_all();
}

int run_command(Monitor& monitor, const MonitorOptions& options) {
  pid_t process = 0;
  const InterruptHandler interrupt([&] { end_by(SIGINT, monitor, process); });
  const EndHandler end([&](int signal) { end_by(signal, monitor, process); });
  const bool never = false;
  monitor.sample();
  monitor.sample_for(options.idle, never);
  if (monitor.stopped_by() != 0) return 128 + monitor.stopped_by();
  RunningCommand command(options.command, {});
  monitor.run.start = monitor.now();
  {
    const std::lock_guard lock(monitor.mutex);
    process = command.process();
  }
  monitor.watch(process);
  int status = 0;
  std::thread waiter([&] {
    const int ended = command.wait();
    const std::lock_guard lock(monitor.mutex);
    status = ended;
    monitor.run.end = monitor.now();
    monitor.has_ended = true;
    monitor.changed.notify_all();
  });
  monitor.sample_for(1e9, monitor.has_ended);
  waiter.join();
  monitor.watch(0);
  monitor.sample();
  monitor.sample_for(options.idle, never);
  if (options.idle > 0) monitor.sample();
  return status;
}

void write(const MonitoredRun& run, const MonitorOptions& options) {
  const double until = write_monitored(run, options.output);
  if (until < run.last) {
    say("pj_monitor: warning: no room for all samples: the trace ends after {:.6g} of {:.6g} s\n",
        until, run.last);
  }
  if (options.quiet) return;
  std::size_t samples = 0, devices = 0;
  for (const MonitoredVariable& variable : run.samples.variables()) {
    samples += variable.samples.size();
  }
  for (const MonitoredDevice& device : run.samples.devices()) devices += !device.is_machine;
  say("pj_monitor: {}: {} of a machine and {}, in {:.6g} s\n", one_line(options.output),
      counted(samples, "sample", "samples"), counted(devices, "device", "devices"), run.last);
}

int monitor(const MonitorOptions& options) {
  if (!options.csv.empty()) {
    MonitoredRun run = read_csv_samples(options.csv);
    run.parameters = options.parameters;
    refuse_input_files({options.output});
    write(run, options);
    return static_cast<int>(ExitCode::done);
  }
  if (!options.power_model.empty()) add_input_file(options.power_model);
  refuse_input_files({options.output});
  Monitor monitor(options);
  if (!options.quiet) {
    for (const std::string& why : monitor.missing) {
      if (!why.empty()) say("pj_monitor: note: {}\n", one_line(why));
    }
  }
  int status = 0;
  try {
    status = run_command(monitor, options);
  } catch (const CommandNotStarted& error) {
    say("pj_monitor: {}\n", one_line(error.what()));
    return error.status();
  }
  try {
    write(monitor.run, options);
  } catch (const std::exception& error) {
    say("pj_monitor: no trace: {}\n", one_line(error.what()));
    return status != 0 ? status : static_cast<int>(ExitCode::trouble);
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_monitor", [&] {
    MonitorOptions options;
    if (const auto status = parse_monitor_options(argc, argv, options)) return *status;
    return monitor(options);
  });
}
