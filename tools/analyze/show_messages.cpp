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
      sizes.empty() ? "; the trace does not tell their sizes" : ", " + bytes_text(bytes));
}

}  // namespace

Findings show_messages(const Run& run, const AnalyzeOptions& options) {
  const std::vector<double> sizes = link_sizes(run.trace, options.graph.size_field);
  const std::vector<ContainerPair> pairs = message_matrix(run.trace, sizes);
  Findings findings;
  findings.lines.push_back(total_text(pairs, sizes));
  findings.sheets.emplace_back("matrix", matrix(run, pairs, sizes));
  return findings;
}

}  // namespace paje::tools
