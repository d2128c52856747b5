#include "model/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "common/tool.hpp"
#include "runs/csv_table.hpp"
#include "runs/hosts.hpp"

namespace paje::tools {

namespace {

constexpr uint32_t kMostProcessesInAll = 1U << 24;

}  // namespace

PlacedRun read_placed_run(const std::string& word, const RunReading& reading) {
  const std::size_t at = word.rfind('@');
  const bool has_hosts = at != std::string::npos && at > 0 && !std::filesystem::exists(word);
  const std::string path = has_hosts ? word.substr(0, at) : word;
  const std::string hosts = has_hosts ? word.substr(at + 1) : "";
  PlacedRun placed;
  placed.run = measure_run(path, reading);
  ProcessNodes found = nodes_of_processes(placed.run, hosts, "RUN@HOSTS or RUN@N");
  placed.nodes = std::move(found.names);
  placed.remark = std::move(found.remark);
  placed.is_in_blocks = block_size(hosts).has_value();
  return placed;
}

std::vector<std::string> nodes_of(const std::vector<PlacedRun>& runs) {
  std::vector<std::string> names;
  for (const PlacedRun& run : runs) {
    for (const std::string& node : run.nodes) {
      if (std::find(names.begin(), names.end(), node) == names.end()) names.push_back(node);
    }
  }
  return names;
}

System read_system(const std::string& path) {
  const CsvTable table(path);
  const std::size_t name = table.need_column("node"), cores = table.need_column("cores");
  const auto speed = table.column("speed"), byte_time = table.column("byte_time");
  const auto bandwidth = table.column("bandwidth");
  System system;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const double count = table.number(row, cores, 1);
    if (count > kMostProcessesInAll || count != static_cast<uint32_t>(count)) {
      table.fail(row, "expected a whole number of cores, found '" +
                          one_line(table.words(row, cores)) + "'");
    }
    ModelNode node{static_cast<uint32_t>(count)};
    if (speed) node.speed = table.positive(row, *speed);
    if (byte_time) node.byte_time = table.number(row, *byte_time, 0);
    if (bandwidth && byte_time) {
      table.fail(row, "the columns bandwidth and byte_time say the same; leave one out");
    }
    if (bandwidth) node.byte_time = 1 / table.positive(row, *bandwidth);
    if (std::find(system.names.begin(), system.names.end(), table.words(row, name)) !=
        system.names.end()) {
      table.fail(row, "the node " + one_line(table.words(row, name)) + " is there already");
    }
    system.names.push_back(table.words(row, name));
    system.nodes.push_back(node);
  }
  if (system.nodes.empty()) throw std::runtime_error(one_line(path) + ": there are no nodes");
  return system;
}

std::vector<uint32_t> count_on_nodes(const PlacedRun& run, const System& system) {
  std::vector<uint32_t> counts(system.names.size(), 0);
  std::vector<std::string> blocks;
  if (run.is_in_blocks) {
    std::unique_copy(run.nodes.begin(), run.nodes.end(), std::back_inserter(blocks));
  }
  for (const std::string& node : run.nodes) {
    const auto found = std::find_if(
        system.names.begin(), system.names.end(),
        [&](const std::string& name) { return name == node || node.ends_with("/" + name); });
    auto place = static_cast<std::size_t>(found - system.names.begin());
    if (place == counts.size() && run.is_in_blocks) {
      place =
          static_cast<std::size_t>(std::find(blocks.begin(), blocks.end(), node) - blocks.begin());
    }
    if (place >= counts.size()) {
      throw UnusableRun(run.is_in_blocks
                            ? fmt::format("{}: its processes are on {}, but the system has {}",
                                          one_line(run.run.name),
                                          counted(blocks.size(), "node", "nodes"), counts.size())
                            : fmt::format("{}: the system has no node {}", one_line(run.run.name),
                                          one_line(node)));
    }
    ++counts[place];
  }
  return counts;
}

std::vector<uint32_t> placement_numbers(const std::string& text) {
  constexpr std::string_view kSeparators = ",;";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kSeparators.find(text[i]) == std::string_view::npos) continue;
    const std::size_t next = text.find_first_not_of(' ', i + 1);
    if (i > 0 && next != std::string::npos &&
        kSeparators.find(text[next]) == std::string_view::npos) {
      continue;
    }
    throw std::invalid_argument(
        fmt::format("expected numbers of processes between commas, found '{}'", one_line(text)));
  }
  std::string words = text;
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
  std::istringstream numbers(words);
  std::vector<uint32_t> placement;
  for (std::string word; numbers >> word;) {
    uint32_t count = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
    if (error != std::errc() || end != word.data() + word.size() || count > kMostProcessesInAll) {
      throw std::invalid_argument(
          fmt::format("expected processes on each node such as 4,4,2, found '{}'", one_line(text)));
    }
    placement.push_back(count);
  }
  return placement;
}

std::vector<uint32_t> parse_placement(const std::string& text, std::size_t nodes) {
  std::vector<uint32_t> placement = placement_numbers(text);
  if (placement.empty() || placement.size() > nodes) {
    throw std::invalid_argument(fmt::format("the placement {} has {}, the system {}",
                                            one_line(text),
                                            counted(placement.size(), "node", "nodes"), nodes));
  }
  placement.resize(nodes, 0);
  return placement;
}

std::string placement_text(const std::vector<uint32_t>& processes) {
  std::size_t last = processes.size();
  while (last > 0 && processes[last - 1] == 0) --last;
  std::string text;
  for (std::size_t i = 0; i < last; ++i) {
    text += (i == 0 ? "" : ",") + std::to_string(processes[i]);
  }
  return text;
}

}  // namespace paje::tools
