#include "monitor/csv_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

// `power.draw [W]`: the names that pj_monitor itself gives, else the name without its unit.
std::string variable_name(const std::string& column) {
  static const std::map<std::string, std::string, std::less<>> kNames = {
      {"power.draw", "power"},
      {"clocks.sm", "sm_clock"},
      {"clocks.current.sm", "sm_clock"},
      {"clocks.mem", "mem_clock"},
      {"clocks.current.memory", "mem_clock"},
      {"clocks.current.mem", "mem_clock"},
      {"memory.used", "mem_used"},
      {"utilization.gpu", "utilisation"}};
  const std::string name = trimmed(std::string_view(column).substr(0, column.find('[')));
  const auto found = kNames.find(name);
  return found == kNames.end() ? name : found->second;
}

// A number, in bytes where the unit says so; none for `[N/A]` and the like.
std::optional<double> value_of(const std::string& cell, const std::string& unit_of_column) {
  const std::string text = trimmed(cell);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  std::string unit = trimmed(std::string_view(end, text.data() + text.size()));
  if (unit.empty()) unit = unit_of_column;
  if (unit == "MiB") return number * 1048576;
  if (unit == "KiB") return number * 1024;
  return number;
}

std::string unit_of(const std::string& column) {
  const std::size_t open = column.find('['), close = column.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return "";
  return column.substr(open + 1, close - open - 1);
}

class CsvSamples {
 public:
  explicit CsvSamples(const std::string& path) : table_(path) {
    for (std::size_t i = 0; i < table_.header().size(); ++i) {
      const std::string name = trimmed(table_.header()[i]);
      if (name == "time") {
        time_ = i;
      } else if (name == "timestamp") {
        time_ = i;
        is_date_ = true;
      } else if (name == "device" || name == "index" || name == "name") {
        labels_.push_back(i);
      } else {
        values_.push_back(i);
      }
    }
    if (!time_) (void)table_.need_column("time");
  }

  MonitoredRun read() {
    run_.is_table = true;
    machine_ = run_.samples.add_device({"machine", "read from a table", true});
    std::vector<double> times(table_.size());
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < table_.size(); ++row) {
      times[row] = is_date_ ? date(row) : table_.number(row, *time_, -1e300);
      first = std::min(first, times[row]);
    }
    for (std::size_t row = 0; row < table_.size(); ++row) add_row(row, times[row] - first);
    for (MonitoredVariable& variable : run_.samples.variables()) {
      std::stable_sort(variable.samples.begin(), variable.samples.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    if (run_.samples.variables().empty()) table_.fail(0, "no column has numbers");
    return std::move(run_);
  }

 private:
  void add_row(std::size_t row, double time) {
    run_.last = std::max(run_.last, time);
    std::string label;
    for (const std::size_t column : labels_) {
      label += (label.empty() ? "" : " ") + trimmed(table_.words(row, column));
    }
    for (const std::size_t column : values_) {
      const std::string& header = table_.header()[column];
      const auto value = value_of(table_.words(row, column), unit_of(header));
      if (!value) continue;
      run_.samples.add(variable(label, variable_name(header)), time, *value);
    }
  }

  std::size_t variable(const std::string& label, const std::string& name) {
    const auto [found, is_new] = variables_.try_emplace({label, name});
    if (!is_new) return found->second;
    const auto [device, is_new_device] = devices_.try_emplace(label, machine_);
    if (is_new_device && !label.empty()) {
      device->second = run_.samples.add_device({label, "read from a table", false});
    }
    return found->second = run_.samples.add_variable(device->second, name);
  }

  // As nvidia-smi writes it, in the zone of this machine; only differences matter.
  [[nodiscard]] double date(std::size_t row) const {
    std::tm parts{};
    double seconds = 0;
    const std::string text = trimmed(table_.words(row, *time_));
    int length = 0;
    const int count = std::sscanf(text.c_str(), "%d%*1[/-]%d%*1[/-]%d%*1[ T]%d:%d:%lf%n",
                                  &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &parts.tm_hour,
                                  &parts.tm_min, &seconds, &length);
    if (count != 6 || static_cast<std::size_t>(length) != text.size()) {
      table_.fail(row, "expected a time such as 2026/01/31 13:05:00.250");
    }
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return static_cast<double>(::timegm(&parts)) + seconds;
  }

  CsvTable table_;
  std::optional<std::size_t> time_;
  bool is_date_ = false;
  std::vector<std::size_t> labels_, values_;
  MonitoredRun run_;
  std::size_t machine_ = 0;
  std::map<std::string, std::size_t> devices_;
  std::map<std::pair<std::string, std::string>, std::size_t> variables_;
};

}  // namespace

MonitoredRun read_csv_samples(const std::string& path) { return CsvSamples(path).read(); }

}  // namespace paje::tools
