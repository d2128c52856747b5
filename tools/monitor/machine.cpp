#include "monitor/machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "monitor/proc_files.hpp"

namespace paje::tools {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double rate(uint64_t before, uint64_t now, double seconds) {
  return now > before ? static_cast<double>(now - before) / seconds : 0;
}

// Of all interfaces but the one that a machine talks to itself by.
void add_network(uint64_t& received, uint64_t& sent) {
  const std::string text = read_small_file("/proc/net/dev");
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::size_t name = line.find_first_not_of(' ');
    if (line.substr(name, colon - name) == "lo") continue;
    line.remove_prefix(colon + 1);
    received += take_number(line);
    for (int i = 0; i < 7; ++i) take_number(line);
    sent += take_number(line);
  }
}

}  // namespace

MachineSampler::MachineSampler(Samples& samples, std::size_t machine)
    : cpu_variable_(samples.add_variable(machine, "cpu")),
      memory_variable_(samples.add_variable(machine, "mem")),
      read_(samples.add_variable(machine, "disk_read")),
      written_(samples.add_variable(machine, "disk_written")),
      received_(samples.add_variable(machine, "net_received")),
      sent_(samples.add_variable(machine, "net_sent")),
      before_(read_counts(-1)),
      cpu_(kNone) {}

MachineSampler::Counts MachineSampler::read_counts(double time) {
  Counts counts;
  counts.time = time;
  const std::string stat = read_small_file("/proc/stat");
  std::string_view line = stat;
  if (line.starts_with("cpu ")) {
    line.remove_prefix(4);
    constexpr int kColumns = 8, kIdle = 3, kWaiting = 4;  // user nice system idle iowait ...
    for (int i = 0; i < kColumns; ++i) {
      const uint64_t ticks = take_number(line);
      counts.all += ticks;
      if (i != kIdle && i != kWaiting) counts.busy += ticks;
    }
  }
  const std::string vmstat = read_small_file("/proc/vmstat");
  counts.read = number_after(vmstat, "pgpgin ").value_or(0) * 1024;
  counts.written = number_after(vmstat, "pgpgout ").value_or(0) * 1024;
  add_network(counts.received, counts.sent);
  return counts;
}

void MachineSampler::sample(double time, Samples& samples) {
  const Counts now = read_counts(time);
  const std::string text = read_small_file("/proc/meminfo");
  const double total = static_cast<double>(number_after(text, "MemTotal:").value_or(0));
  const double available = static_cast<double>(number_after(text, "MemAvailable:").value_or(0));
  memory_ = total > 0 ? 100 * (1 - available / total) : 0;
  samples.add(memory_variable_, time, memory_);
  const double seconds = time - before_.time;
  // Uses are means since the sample before, so the first one has none.
  if (before_.time >= 0 && seconds > 0) {
    if (now.all > before_.all) {
      cpu_ = 100 * static_cast<double>(now.busy - std::min(now.busy, before_.busy)) /
             static_cast<double>(now.all - before_.all);
    }
    if (!std::isnan(cpu_)) samples.add(cpu_variable_, time, cpu_);
    samples.add(read_, time, rate(before_.read, now.read, seconds));
    samples.add(written_, time, rate(before_.written, now.written, seconds));
    samples.add(received_, time, rate(before_.received, now.received, seconds));
    samples.add(sent_, time, rate(before_.sent, now.sent, seconds));
  }
  before_ = now;
}

TreeSampler::TreeSampler(Samples& samples, std::size_t machine)
    : cpu_(samples.add_variable(machine, "command_cpu")),
      memory_(samples.add_variable(machine, "command_resident")),
      read_(samples.add_variable(machine, "command_read")),
      written_(samples.add_variable(machine, "command_written")),
      processes_(samples.add_variable(machine, "command_processes")) {}

// What has ended and was waited for is in the counts of its parent.
void TreeSampler::add(pid_t process, Sums& sums) const {
  const std::string folder = fmt::format("/proc/{}", process);
  const std::string stat = read_small_file(folder + "/stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return;
  ++sums.processes;
  std::string_view rest = std::string_view(stat).substr(name_end + 1);
  rest.remove_prefix(std::min<std::size_t>(rest.size(), 2));  // the state
  // Fields 4 to 13, some of them negative, then utime, stime, cutime, cstime.
  for (int field = 4; field < 14; ++field) {
    rest.remove_prefix(std::min(rest.find_first_of(' ', 1), rest.size()));
  }
  for (int i = 0; i < 4; ++i) sums.ticks += take_number(rest);
  const std::string memory = read_small_file(folder + "/statm");
  std::string_view pages = memory;
  take_number(pages);
  sums.resident += take_number(pages) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::string io = read_small_file(folder + "/io");
  sums.read += number_after(io, "read_bytes: ").value_or(0);
  sums.written += number_after(io, "write_bytes: ").value_or(0);
  std::error_code ignored;
  for (const auto& thread : std::filesystem::directory_iterator(folder + "/task", ignored)) {
    const std::string children = read_small_file(thread.path().string() + "/children");
    std::string_view left = children;
    while (const uint64_t child = take_number(left)) add(static_cast<pid_t>(child), sums);
  }
}

void TreeSampler::sample(double time, Samples& samples) {
  Sums now;
  now.time = time;
  if (root_ > 0) add(root_, now);
  if (now.processes > 0) {
    samples.add(memory_, time, static_cast<double>(now.resident));
    samples.add(processes_, time, static_cast<double>(now.processes));
    const double seconds = time - before_.time;
    if (before_.processes > 0 && seconds > 0) {
      const double second = static_cast<double>(::sysconf(_SC_CLK_TCK));
      samples.add(cpu_, time, 100 * rate(before_.ticks, now.ticks, seconds) / second);
      samples.add(read_, time, rate(before_.read, now.read, seconds));
      samples.add(written_, time, rate(before_.written, now.written, seconds));
    }
  }
  if (before_.processes > 0 && now.processes == 0) {
    for (const std::size_t ended : {cpu_, memory_, read_, written_, processes_}) {
      samples.add(ended, time, 0);
    }
  }
  before_ = now;
}

ModelSampler::ModelSampler(Samples& samples, std::size_t device, const PowerModel& model,
                           const MachineSampler& machine)
    : power_(samples.add_variable(device, "power")), model_(model), machine_(machine) {}

void ModelSampler::sample(double time, Samples& samples) {
  if (std::isnan(machine_.cpu())) return;
  samples.add(power_, time, std::max(0.0, model_.watts(machine_.cpu(), machine_.memory())));
}

}  // namespace paje::tools
