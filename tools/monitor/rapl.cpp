#include "monitor/rapl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <system_error>

#include "monitor/proc_files.hpp"

namespace paje::tools {

namespace {

// intel-rapl:0 is a package, intel-rapl:0:2 is a part of it. intel-rapl-mmio counts the same again.
bool is_domain(const std::string& name) {
  return name.starts_with("intel-rapl:") || name.starts_with("amd-rapl:");
}

std::string first_line(const std::string& path) {
  std::string text = read_small_file(path);
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

}  // namespace

RaplSampler::RaplSampler(const std::string& folder, Samples& samples) {
  std::map<std::string, std::string> names;  // of domains, in order
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string zone = entry.path().filename().string();
    if (is_domain(zone)) names[zone] = first_line(entry.path().string() + "/name");
  }
  const bool has_packages = std::any_of(names.begin(), names.end(), [](const auto& domain) {
    return domain.second.starts_with("package");
  });
  for (const auto& [zone, name] : names) {
    const bool is_part = std::count(zone.begin(), zone.end(), ':') > 1;
    if (is_part && name != "dram") continue;
    if (name == "psys" && has_packages) continue;  // it counts these, too
    std::string shown = name;
    if (is_part) shown += " of " + names[zone.substr(0, zone.rfind(':'))];
    add(fmt::format("{}/{}", folder, zone), shown, samples);
  }
  if (domains_.empty() && missing_.empty()) {
    missing_ = fmt::format("no energy counters of processors (RAPL) in {}", folder);
  }
}

void RaplSampler::add(const std::string& folder, const std::string& name, Samples& samples) {
  const std::string counter = folder + "/energy_uj";
  int error = 0;
  const std::string text = read_small_file(counter, &error);
  if (text.empty()) {
    missing_ = error == EACCES
                   ? fmt::format(
                         "energy counters (RAPL) are readable by root only; to allow all: "
                         "chmod a+r {}",
                         counter)
                   : fmt::format("{}: {}", counter, std::generic_category().message(error));
    return;
  }
  const std::string range = first_line(folder + "/max_energy_range_uj");
  std::string_view digits = range;
  const std::size_t device =
      samples.add_device({fmt::format("RAPL {}", name), "measured by RAPL", false});
  domains_.push_back({counter, static_cast<double>(take_number(digits)),
                      samples.add_variable(device, "power"), -1, 0});
}

void RaplSampler::sample(double time, Samples& samples) {
  for (Domain& domain : domains_) {
    const std::string text = read_small_file(domain.counter);
    std::string_view digits = text;
    if (digits.empty()) continue;
    const double now = static_cast<double>(take_number(digits));
    if (domain.before >= 0 && time > domain.before_time) {
      double joules = now - domain.before;
      if (joules < 0) joules += domain.range;
      samples.add(domain.power, time, std::max(0.0, joules) / 1e6 / (time - domain.before_time));
    }
    domain.before = now;
    domain.before_time = time;
  }
}

}  // namespace paje::tools
