// time_profile(bins), comm_over_time(bins), message_histogram(bins)
#include <fmt/format.h>

#include <stdexcept>

#include "paje/communication.hpp"
#include "paje/profile.hpp"
#include "sql/analysis_functions.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;

sqlite3_int64 number(uint64_t count) { return static_cast<sqlite3_int64>(count); }

uint32_t bins_of(std::span<sqlite3_value*> parameters, std::string_view function) {
  constexpr sqlite3_int64 kMost = 10'000;
  const sqlite3_int64 bins = sqlite3_value_int64(parameters[0]);
  if (sqlite3_value_numeric_type(parameters[0]) != SQLITE_INTEGER || bins < 1 || bins > kMost) {
    throw std::invalid_argument(
        fmt::format("{}(bins): bins is to be a whole number from 1 to 10,000", function));
  }
  return static_cast<uint32_t>(bins);
}

std::vector<Row> time_rows(AnalysisFacts& facts, uint32_t bins) {
  const TimeProfile profile = time_profile(facts.graph(), bins);
  std::vector<Row> rows;
  for (std::size_t bin = 0; bin < profile.bins(); ++bin) {
    for (uint32_t value = 0; value < facts.graph().values().size(); ++value) {
      const double seconds = profile.of_value(value)[bin];
      if (seconds == 0) continue;
      rows.push_back({number(bin), profile.edges[bin], profile.edges[bin + 1],
                      facts.graph().values()[value].name, seconds});
    }
  }
  return rows;
}

std::vector<Row> traffic_rows(AnalysisFacts& facts, uint32_t bins) {
  const std::vector<double>& sizes = facts.sizes();
  std::vector<Row> rows;
  for (const TrafficBin& bin : traffic_over_time(facts.facts().trace(), sizes, bins)) {
    rows.push_back({number(rows.size()), bin.start, bin.end, number(bin.messages),
                    sizes.empty() ? Cell() : Cell(bin.bytes)});
  }
  return rows;
}

void add_histogram(std::string_view measure, const std::vector<HistogramBin>& bins,
                   std::vector<Row>& rows) {
  for (std::size_t i = 0; i < bins.size(); ++i) {
    rows.push_back({measure, number(i), bins[i].low, bins[i].high, number(bins[i].count)});
  }
}

std::vector<Row> histogram_rows(AnalysisFacts& facts, uint32_t bins) {
  const Trace& trace = facts.facts().trace();
  std::vector<Row> rows;
  add_histogram("size", size_histogram(trace, facts.sizes(), bins), rows);
  add_histogram("latency", latency_histogram(trace, bins), rows);
  return rows;
}

}  // namespace

std::vector<NamedFunction> bin_functions(AnalysisFacts& facts) {
  const auto function = [&](const char* name, std::vector<std::string_view> columns,
                            std::vector<Row> (*rows)(AnalysisFacts&, uint32_t)) -> NamedFunction {
    return {name, FunctionTable({"bins"}, std::move(columns),
                                [&facts, rows, name](std::span<sqlite3_value*> parameters) {
                                  return rows(facts, bins_of(parameters, name));
                                })};
  };
  std::vector<NamedFunction> functions;
  functions.push_back(function(
      "time_profile", {"bin INTEGER", "start REAL", "end REAL", "value TEXT", "seconds REAL"},
      &time_rows));
  functions.push_back(function(
      "comm_over_time", {"bin INTEGER", "start REAL", "end REAL", "count INTEGER", "bytes REAL"},
      &traffic_rows));
  functions.push_back(function(
      "message_histogram",
      {"measure TEXT", "bin INTEGER", "low REAL", "high REAL", "count INTEGER"}, &histogram_rows));
  return functions;
}

}  // namespace paje::tools
