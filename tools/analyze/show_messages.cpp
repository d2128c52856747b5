// pj_analyze messages
#include <fmt/format.h>

#include <algorithm>

#include "analyze/commands.hpp"
#include "common/tool.hpp"
#include "paje/communication.hpp"

namespace paje::tools {

namespace {

std::string name_of(const Run& run, ContainerId container) {
  return std::string(run.trace[container].name.text);
}

Cell bytes_cell(double bytes, std::span<const double> sizes) {
  return sizes.empty() ? Cell() : Cell(bytes);
}

Sheet matrix(const Run& run, std::vector<ContainerPair> pairs, std::span<const double> sizes) {
  std::stable_sort(pairs.begin(), pairs.end(), [](const ContainerPair& a, const ContainerPair& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.messages > b.messages;
  });
  Sheet sheet("From each container to each",
              {{"from"}, {"to"}, {"messages", Measure::count}, {"bytes", Measure::bytes}});
  for (const ContainerPair& pair : pairs) {
    sheet.add({name_of(run, pair.from), name_of(run, pair.to), pair.messages,
               bytes_cell(pair.bytes, sizes)});
  }
  return sheet;
}

Sheet by_container(const Run& run, std::span<const double> sizes) {
  Sheet sheet("By container", {{"container"},
                               {"sent", Measure::count},
                               {"received", Measure::count},
                               {"bytes_sent", Measure::bytes},
                               {"bytes_received", Measure::bytes}});
  for (const ContainerTraffic& one : traffic_by_container(run.trace, sizes)) {
    sheet.add({name_of(run, one.container), one.sent, one.received,
               bytes_cell(one.bytes_sent, sizes), bytes_cell(one.bytes_received, sizes)});
  }
  return sheet;
}

Sheet histogram_sheet(std::string title, Measure measure, const std::vector<HistogramBin>& bins) {
  Sheet sheet(std::move(title),
              {{"low", measure}, {"high", measure}, {"messages", Measure::count}});
  for (const HistogramBin& bin : bins) sheet.add({bin.low, bin.high, bin.count});
  return sheet;
}

Sheet over_time(const Run& run, std::span<const double> sizes, uint32_t bins) {
  Sheet sheet("Over time, by their start", {{"start", Measure::time},
                                            {"end", Measure::time},
                                            {"messages", Measure::count},
                                            {"bytes", Measure::bytes}});
  for (const TrafficBin& bin : traffic_over_time(run.trace, sizes, bins)) {
    sheet.add({bin.start, bin.end, bin.messages, bytes_cell(bin.bytes, sizes)});
  }
  return sheet;
}

std::string total_text(const std::vector<ContainerPair>& pairs, std::span<const double> sizes) {
  uint64_t messages = 0;
  double bytes = 0;
  for (const ContainerPair& pair : pairs) {
    messages += pair.messages;
    bytes += pair.bytes;
  }
  return fmt::format(
      "{} between {} of containers{}.", counted(messages, "message", "messages"),
      counted(pairs.size(), "pair", "pairs"),
      sizes.empty() ? "; the trace does not have their sizes" : ", " + bytes_text(bytes));
}

}  // namespace

Findings show_messages(const Run& run, const AnalyzeOptions& options) {
  if (options.metrics) return show_metrics(run, options);
  const std::vector<double> sizes = link_sizes(run.trace, options.graph.size_field);
  const std::vector<ContainerPair> pairs = message_matrix(run.trace, sizes);
  Findings findings;
  findings.lines.push_back(total_text(pairs, sizes));
  findings.sheets.emplace_back("by_container", by_container(run, sizes));
  findings.sheets.emplace_back(
      "sizes",
      histogram_sheet("By size", Measure::bytes, size_histogram(run.trace, sizes, options.bins)));
  findings.sheets.emplace_back(
      "latencies",
      histogram_sheet("By latency", Measure::time, latency_histogram(run.trace, options.bins)));
  findings.sheets.emplace_back("over_time", over_time(run, sizes, options.bins));
  findings.sheets.emplace_back("matrix", matrix(run, pairs, sizes));
  return findings;
}

}  // namespace paje::tools
