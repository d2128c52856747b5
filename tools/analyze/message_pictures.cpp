// Charts of messages.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyze/pictures.hpp"
#include "analyze/sheet.hpp"
#include "charts/columns.hpp"
#include "charts/matrix.hpp"
#include "charts/words.hpp"
#include "common/tool.hpp"
#include "paje/communication.hpp"

namespace paje::tools {

namespace {

constexpr uint32_t kBinsOfTime = 120;

std::string messages_text(uint64_t count) { return counted(count, "message", "messages"); }

NamedChart histogram_chart(std::string title, const std::vector<HistogramBin>& bins,
                           const Axis& across, const std::function<std::string(double)>& text,
                           double width) {
  ColumnChart chart{.title = std::move(title),
                    .columns = {},
                    .across = across,
                    .up = {"messages"},
                    .reference = {},
                    .reference_name = {},
                    .width = width};
  for (const HistogramBin& bin : bins) {
    chart.columns.push_back(
        {static_cast<double>(bin.count), false,
         fmt::format("{} to {}: {}", text(bin.low), text(bin.high), messages_text(bin.count))});
  }
  if (!bins.empty()) {
    chart.start = bins.front().low;
    chart.end = bins.back().high;
  }
  return {chart.title, draw_columns(chart)};
}

NamedChart over_time_chart(const Run& run, std::span<const double> sizes) {
  ColumnChart chart{.title = "Messages over time, by their start",
                    .columns = {},
                    .across = {"time", true, run.unit},
                    .up = {"messages"},
                    .reference = {},
                    .reference_name = {}};
  const auto bins = traffic_over_time(run.trace, sizes, kBinsOfTime);
  for (const TrafficBin& bin : bins) {
    chart.columns.push_back({static_cast<double>(bin.messages), false,
                             sizes.empty()
                                 ? messages_text(bin.messages)
                                 : messages_text(bin.messages) + ", " + bytes_text(bin.bytes)});
  }
  if (!bins.empty()) {
    chart.start = bins.front().start;
    chart.end = bins.back().end;
  }
  return {chart.title, draw_columns(chart)};
}

}  // namespace

NamedChart matrix_chart(const Run& run, const AnalyzeOptions& options) {
  const std::vector<double> sizes = link_sizes(run.trace, options.graph.size_field);
  const std::vector<ContainerPair> pairs = message_matrix(run.trace, sizes);
  MatrixChart chart{.title = "Messages from each container to each",
                    .names = {},
                    .entries = {},
                    .has_bytes = !sizes.empty()};
  // Containers with states in the order of tracks, others after them.
  std::set<uint32_t> taking_part;
  for (const ContainerPair& pair : pairs) taking_part.insert({pair.from.index, pair.to.index});
  std::map<uint32_t, uint32_t> places;
  const auto add = [&](ContainerId container) {
    if (taking_part.erase(container.index) == 0) return;
    places.emplace(container.index, static_cast<uint32_t>(places.size()));
    chart.names.emplace_back(run.trace[container].name.text);
  };
  for (const auto& track : run.graph.tracks()) add(track.container);
  for (const ContainerPair& pair : pairs) {
    add(pair.from);
    add(pair.to);
  }
  for (const ContainerPair& pair : pairs) {
    const auto messages = static_cast<double>(pair.messages);
    chart.entries.push_back({places.at(pair.from.index), places.at(pair.to.index),
                             chart.has_bytes ? pair.bytes : messages, messages});
  }
  return {chart.title, draw_matrix(chart)};
}

Charts message_charts(const Run& run, const AnalyzeOptions& options, double width) {
  const std::vector<double> sizes = link_sizes(run.trace, options.graph.size_field);
  Charts charts;
  const auto time = [&](double number) { return human_time(number, run.unit); };
  const auto by_size = size_histogram(run.trace, sizes, options.bins);
  if (!by_size.empty()) {
    charts.push_back(histogram_chart("Messages by size", by_size, {"bytes"}, &bytes_text, width));
  }
  const auto by_latency = latency_histogram(run.trace, options.bins);
  if (!by_latency.empty()) {
    charts.push_back(histogram_chart("Messages by latency", by_latency, {"latency", true, run.unit},
                                     time, width));
    charts.push_back(over_time_chart(run, sizes));
  }
  return charts;
}

}  // namespace paje::tools
