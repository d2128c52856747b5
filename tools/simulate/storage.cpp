#include "simulate/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "analyze/sheet.hpp"
#include "charts/bars.hpp"
#include "common/tool.hpp"
#include "paje/parallel.hpp"
#include "simulate/built_in.hpp"
#include "simulate/io_trace.hpp"

namespace paje::tools {

namespace {

std::string label_of(const StorageStudy& study, std::size_t i) {
  std::string text = study.configurations[i].name;
  for (const auto& [name, value] : study.settings[i])
    text += fmt::format(", {} = {:.10g}", name, value);
  return text;
}

Sheet configurations_sheet(const StorageStudy& study) {
  std::vector<SheetColumn> columns = {{"configuration", Measure::words, true}};
  for (const Setting& setting : study.settings.front()) {
    columns.push_back({setting.first, Measure::number, true});
  }
  columns.insert(columns.end(), {{"time", Measure::time},
                                 {"written", Measure::time},
                                 {"throughput_MBps", Measure::number, true},
                                 {"mean_request", Measure::time},
                                 {"longest_request", Measure::time},
                                 {"first_client", Measure::time},
                                 {"disk_busy", Measure::share},
                                 {"mean_queue", Measure::number},
                                 {"longest_queue", Measure::count},
                                 {"cache_hits", Measure::share}});
  Sheet sheet("Configurations", std::move(columns));
  for (std::size_t i = 0; i < study.results.size(); ++i) {
    const StorageResult& result = study.results[i];
    double busy = 0, queue = 0;
    uint64_t longest = 0, hits = 0, pieces = 0;
    for (const StorageServer& server : result.servers) {
      busy += server.busy;
      queue += server.mean_queue;
      longest = std::max(longest, server.longest_queue);
      hits += server.hits;
      pieces += server.pieces;
    }
    const auto servers = static_cast<double>(result.servers.size());
    std::vector<Cell> row = {study.configurations[i].name};
    for (const Setting& setting : study.settings[i]) row.emplace_back(setting.second);
    row.insert(
        row.end(),
        {Cell(result.time), Cell(result.written), Cell(result.throughput / 1e6),
         Cell(result.mean_request), Cell(result.longest_request), Cell(result.first_end),
         Cell(busy / servers / result.written), Cell(queue / servers), Cell(longest),
         Cell(static_cast<double>(hits) / static_cast<double>(std::max<uint64_t>(pieces, 1)))});
    sheet.add(std::move(row));
  }
  return sheet;
}

Sheet servers_sheet(const StorageResult& result) {
  Sheet sheet("Servers", {{"server", Measure::count},
                          {"pieces", Measure::count},
                          {"disk_bytes", Measure::bytes},
                          {"busy", Measure::time},
                          {"seeking", Measure::time},
                          {"cache_hits", Measure::count},
                          {"mean_queue", Measure::number},
                          {"longest_queue", Measure::count}});
  for (std::size_t i = 0; i < result.servers.size(); ++i) {
    const StorageServer& server = result.servers[i];
    sheet.add({static_cast<uint64_t>(i), server.pieces, static_cast<double>(server.bytes),
               server.busy, server.seeking, server.hits, server.mean_queue, server.longest_queue});
  }
  return sheet;
}

}  // namespace

StorageStudy study_storage(const SimulateOptions& options) {
  const JsonFile file(file_or_built_in(options.storage), options.storage);
  StorageStudy study;
  std::vector<std::vector<Setting>> settings;
  try {
    settings = combine(options.settings);
  } catch (const std::invalid_argument& error) {
    throw WrongUsage(error.what());
  }
  std::vector<std::vector<StorageRequest>> requests;
  if (!options.io.empty()) requests = io_requests(options.io, options.threads);
  for (const StorageConfiguration& one : read_storage(file)) {
    for (const auto& some : settings) {
      study.configurations.push_back(one);
      study.settings.push_back(some);
      for (const Setting& setting : some) set_storage(study.configurations.back(), setting);
      if (!requests.empty()) {
        study.configurations.back().clients = static_cast<uint32_t>(requests.size());
        study.configurations.back().requests = requests;
      }
      if (!options.output.empty()) study.configurations.back().recorded = options.trace_requests;
    }
  }
  const std::size_t count = study.configurations.size();
  study.results.resize(count);
  std::vector<std::string> errors(count);
  for_each_parallel(options.threads, count, [&](std::size_t i) {
    try {
      study.results[i] = simulate_storage(study.configurations[i]);
    } catch (const std::invalid_argument& error) {
      errors[i] = error.what();
    }
  });
  for (std::size_t i = 0; i < count; ++i) {
    if (errors[i].empty()) continue;
    throw std::runtime_error(fmt::format("{}: {}: {}", study.configurations[i].written_at,
                                         one_line(label_of(study, i)), errors[i]));
  }
  return study;
}

Report storage_report(const StorageStudy& study) {
  Report report;
  report.sheets.emplace_back("configurations", configurations_sheet(study));
  if (study.results.size() == 1) {
    report.sheets.emplace_back("servers", servers_sheet(study.results.front()));
  }
  return report;
}

std::string storage_picture(const StorageStudy& study) {
  BarChart chart;
  chart.title = "Throughput";
  constexpr std::size_t kMostBars = 64;
  for (std::size_t i = 0; i < std::min(study.results.size(), kMostBars); ++i) {
    Bar& bar = chart.bars.emplace_back();
    bar.label = label_of(study, i);
    bar.amount = study.results[i].throughput;
    bar.text = bytes_text(study.results[i].throughput) + "/s";
  }
  chart.left_out = study.results.size() - chart.bars.size();
  std::vector<NamedChart> charts;
  charts.push_back({"Throughput", draw_bars(chart)});
  return chart_file("Simulated file systems", charts);
}

}  // namespace paje::tools
