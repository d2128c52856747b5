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

Cell bytes_cell(double bytes, bool has_sizes) { return number_if(has_sizes, bytes); }

Sheet matrix(const Run& run, std::vector<ContainerPair> pairs, bool has_sizes) {
  std::stable_sort(pairs.begin(), pairs.end(), [](const ContainerPair& a, const ContainerPair& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.messages > b.messages;
  });
  Sheet sheet("From each container to each",
              {{"from"}, {"to"}, {"messages", Measure::count}, {"bytes", Measure::bytes}});
  for (const ContainerPair& pair : pairs) {
    sheet.add({name_of(run, pair.from), name_of(run, pair.to), pair.messages,
               bytes_cell(pair.bytes, has_sizes)});
  }
  return sheet;
}

Sheet by_container(const Run& run, const MessageFigures& figures) {
  Sheet sheet("By container", {{"container"},
                               {"sent", Measure::count},
                               {"received", Measure::count},
                               {"bytes_sent", Measure::bytes},
                               {"bytes_received", Measure::bytes}});
  for (const ContainerTraffic& one : figures.traffic) {
    sheet.add({name_of(run, one.container), one.sent, one.received,
               bytes_cell(one.bytes_sent, figures.has_sizes),
               bytes_cell(one.bytes_received, figures.has_sizes)});
  }
  return sheet;
}

Sheet histogram_sheet(std::string title, Measure measure, const std::vector<HistogramBin>& bins) {
  Sheet sheet(std::move(title),
              {{"low", measure}, {"high", measure}, {"messages", Measure::count}});
  for (const HistogramBin& bin : bins) sheet.add({bin.low, bin.high, bin.count});
  return sheet;
}

Sheet over_time(const MessageFigures& figures) {
  Sheet sheet("Over time, by their start", {{"start", Measure::moment},
                                            {"end", Measure::moment},
                                            {"messages", Measure::count},
                                            {"bytes", Measure::bytes}});
  for (const TrafficBin& bin : figures.over_time) {
    sheet.add({bin.start, bin.end, bin.messages, bytes_cell(bin.bytes, figures.has_sizes)});
  }
  return sheet;
}

std::string total_text(const std::vector<ContainerPair>& pairs, bool has_sizes) {
  uint64_t messages = 0;
  double bytes = 0;
  for (const ContainerPair& pair : pairs) {
    messages += pair.messages;
    bytes += pair.bytes;
  }
  return fmt::format(
      "{} between {} of containers{}.", counted(messages, "message", "messages"),
      counted(pairs.size(), "pair", "pairs"),
      has_sizes ? ", " + bytes_text(bytes) : "; the trace does not have their sizes");
}

}  // namespace

Findings show_messages(const Run& run, const AnalyzeOptions& options) {
  if (options.metrics) return show_metrics(run, options);
  return message_findings(run, measure_messages(run.trace, options.graph.size_field, options.bins));
}

Findings message_findings(const Run& run, const MessageFigures& figures) {
  Findings findings;
  findings.lines.push_back(total_text(figures.pairs, figures.has_sizes));
  findings.sheets.emplace_back("by_container", by_container(run, figures));
  findings.sheets.emplace_back("sizes", histogram_sheet("By size", Measure::bytes, figures.sizes));
  findings.sheets.emplace_back("latencies",
                               histogram_sheet("By latency", Measure::time, figures.latencies));
  findings.sheets.emplace_back("over_time", over_time(figures));
  findings.sheets.emplace_back("matrix", matrix(run, figures.pairs, figures.has_sizes));
  return findings;
}

}  // namespace paje::tools
