#include "runs/communication_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

// What a table of metrics has besides them.
bool is_other_column(std::string_view name) {
  return name == "name" || name == "phases" || name == "time";
}

}  // namespace

Topology::Topology(const std::string& path)
    : path_(path), table_(path), node_column_(table_.need_column("node")) {
  std::set<std::string> names;
  for (std::size_t row = 0; row < table_.size(); ++row) {
    const std::string& name = table_.words(row, node_column_);
    if (names.insert(name).second) continue;
    table_.fail(row, "the node " + one_line(name) + " is there already");
  }
}

void Topology::add_metrics(std::span<const std::string> nodes, Metrics& metrics) const {
  std::set<std::size_t> rows;
  for (const std::string& node : nodes) {
    std::size_t row = 0;
    const auto is_node = [&](const std::string& name) {
      return name == node || node.ends_with("/" + name);
    };
    while (row < table_.size() && !is_node(table_.words(row, node_column_))) ++row;
    if (row == table_.size()) {
      throw std::runtime_error(
          fmt::format("{}: there is no node {}", one_line(path_), one_line(node)));
    }
    rows.insert(row);
  }
  for (std::size_t column = 0; column < table_.header().size(); ++column) {
    if (column == node_column_) continue;
    std::set<std::string> words;
    for (const std::size_t row : rows) words.insert(table_.words(row, column));
    const std::string& name = table_.header()[column];
    if (is_other_column(name) || !metrics.emplace(name, static_cast<double>(words.size())).second) {
      throw std::runtime_error(fmt::format(
          "{}: {} is a {}: give the column another name", one_line(path_), name,
          is_other_column(name) ? "column of all tables of metrics" : "metric of messages"));
    }
  }
}

CommunicationMetrics communication_metrics(const MeasuredRun& run,
                                           std::span<const std::string> nodes) {
  double messages = 0, bytes = 0, between = 0, bytes_between = 0;
  for (const auto& pair : run.traffic) {
    const auto count = static_cast<double>(pair.messages);
    messages += count;
    bytes += pair.bytes;
    if (nodes[pair.from] == nodes[pair.to]) continue;
    between += count;
    bytes_between += pair.bytes;
  }
  const std::set<std::string> distinct(nodes.begin(), nodes.end());
  CommunicationMetrics result;
  result.phases = std::max<uint64_t>(run.iterations, 1);
  const auto phases = static_cast<double>(result.phases);
  const auto processes = static_cast<double>(run.processes.size());
  const auto count = static_cast<double>(distinct.size());
  result.metrics = {{"S", messages > 0 ? bytes / messages : 0},
                    {"M", messages / processes / phases},
                    {"PT", bytes / processes / phases},
                    {"N", count},
                    {"PPN", processes / count},
                    {"NI", between / count / phases},
                    {"NT", bytes_between / count / phases},
                    {"VI", between / phases},
                    {"V", bytes_between / phases}};
  result.time = run.communication / processes / phases;
  return result;
}

}  // namespace paje::tools
