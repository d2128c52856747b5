#include "runs/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "common/tool.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

constexpr uint32_t kMostSlots = 1U << 24;

// `node-3`, `node-3:4` or `node-3 slots=4`: a name, and how often it counts.
void add_host(const std::string& line, std::vector<std::string>& hosts) {
  std::istringstream words(line.substr(0, line.find('#')));
  std::string name, word;
  if (!(words >> name)) return;
  uint32_t times = 1;
  const auto take = [&](std::string_view number) {
    std::from_chars(number.data(), number.data() + number.size(), times);
  };
  if (const std::size_t colon = name.rfind(':'); colon != std::string::npos) {
    take(std::string_view(name).substr(colon + 1));
    name.resize(colon);
  }
  while (words >> word) {
    if (word.starts_with("slots=")) take(std::string_view(word).substr(6));
  }
  hosts.insert(hosts.end(), std::clamp(times, 1U, kMostSlots), name);
}

// The node of each process: the hosts in turn, from the first again when they end.
ProcessNodes by_hosts(const MeasuredRun& run, const std::string& path) {
  const std::size_t processes = run.processes.size();
  std::istringstream lines(file_text(path));
  std::vector<std::string> hosts;
  ProcessNodes nodes;
  for (std::string line; std::getline(lines, line);) add_host(line, hosts);
  if (hosts.empty()) throw std::runtime_error(one_line(path) + ": there are no hosts");
  for (std::size_t i = 0; i < processes; ++i) nodes.names.push_back(hosts[i % hosts.size()]);
  if (hosts.size() != processes) {
    nodes.remark = fmt::format(
        "{}: the file of nodes, {}, has {} for {}: {}.", one_line(run.name), one_line(path),
        counted(hosts.size(), "place", "places"), counted(processes, "process", "processes"),
        hosts.size() < processes ? "after the last one, it goes on with the first"
                                 : "the first ones are used");
  }
  return nodes;
}

std::vector<std::string> in_blocks(uint32_t each, std::size_t processes) {
  std::vector<std::string> nodes;
  for (std::size_t i = 0; i < processes; ++i) nodes.push_back(fmt::format("node-{}", i / each));
  return nodes;
}

std::vector<std::string> by_parents(const MeasuredRun& run, std::string_view remedy) {
  const bool has_nodes = std::none_of(run.parents.begin(), run.parents.end(),
                                      [](const std::string& path) { return path.empty(); });
  if (!has_nodes) {
    throw UnusableRun(
        fmt::format("{}: no containers around its processes could be nodes; {} defines where they "
                    "were",
                    one_line(run.name), remedy));
  }
  return run.parents;
}

}  // namespace

std::optional<uint32_t> block_size(const std::string& hosts) {
  uint32_t each = 0;
  const auto [end, error] = std::from_chars(hosts.data(), hosts.data() + hosts.size(), each);
  const bool is_number = error == std::errc() && end == hosts.data() + hosts.size() && each > 0;
  return is_number && !std::filesystem::exists(hosts) ? std::optional(each) : std::nullopt;
}

ProcessNodes nodes_of_processes(const MeasuredRun& run, const std::string& hosts,
                                std::string_view remedy) {
  if (hosts.empty()) return {by_parents(run, remedy), ""};
  if (const auto each = block_size(hosts)) return {in_blocks(*each, run.processes.size()), ""};
  return by_hosts(run, hosts);
}

}  // namespace paje::tools
