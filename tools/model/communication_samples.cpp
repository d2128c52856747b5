#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "common/tool.hpp"
#include "model/communication.hpp"
#include "model/nodes.hpp"
#include "runs/communication_metrics.hpp"

namespace paje::tools {

namespace {

std::vector<NamedSample> table_samples(const std::string& path, bool needs_time) {
  const CsvTable table(path);
  const auto name = table.column("name");
  const auto time = needs_time ? table.need_column("time") : table.column("time");
  std::vector<NamedSample> samples;
  for (std::size_t row = 0; row < table.size(); ++row) {
    NamedSample one;
    one.name = name ? table.words(row, *name) : fmt::format("row {}", row + 1);
    // A run of one process has a time of 0, in a table as in a trace.
    one.is_silent = time && !(table.number(row, *time, 0) > 0);
    one.has_time = time && !one.is_silent;
    if (one.has_time) one.sample.time = table.positive(row, *time);
    for (std::size_t column = 0; column < table.header().size(); ++column) {
      if (column == name || column == time) continue;
      one.sample.metrics[table.header()[column]] = table.number(row, column, 0);
    }
    samples.push_back(std::move(one));
  }
  return samples;
}

NamedSample trace_sample(const std::string& word, const ModelOptions& options,
                         const std::optional<Topology>& topology) {
  const PlacedRun placed = read_placed_run(word, options.reading);
  const CommunicationMetrics found = communication_metrics(placed.run, placed.nodes);
  NamedSample one;
  one.name = placed.run.name;
  one.sample = {found.metrics, found.time};
  one.remark = placed.remark;
  if (topology) topology->add_metrics(placed.nodes, one.sample.metrics);
  one.has_time = found.time > 0;
  one.is_silent = !one.has_time;
  return one;
}

}  // namespace

std::vector<NamedSample> read_samples(const std::vector<std::string>& words,
                                      const ModelOptions& options, bool needs_time) {
  std::optional<Topology> topology;
  if (!options.topology.empty()) topology.emplace(options.topology);
  std::vector<NamedSample> samples;
  for (const std::string& word : words) {
    if (word.ends_with(".csv")) {
      auto rows = table_samples(word, needs_time);
      samples.insert(samples.end(), rows.begin(), rows.end());
    } else {
      samples.push_back(trace_sample(word, options, topology));
    }
  }
  return samples;
}

}  // namespace paje::tools
