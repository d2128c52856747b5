#include "scaling/read_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <numeric>

#include "common/tool.hpp"
#include "runs/csv_table.hpp"
#include "runs/live_machines.hpp"

namespace paje::tools {

namespace {

// `4`, or `4:20;8:45`.
std::vector<MachineShare> shares_of(const CsvTable& table, std::size_t row, std::string_view word,
                                    double time) {
  if (word.find(':') == std::string_view::npos) return {{table.number(row, word, 0), time}};
  std::vector<MachineShare> shares;
  while (!word.empty()) {
    const std::size_t end = std::min(word.find(';'), word.size());
    const std::string_view part = word.substr(0, end);
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos) {
      table.fail(row, fmt::format("expected machines such as 4:20;8:45, found '{}'",
                                  one_line(std::string(word))));
    }
    shares.push_back({table.number(row, part.substr(0, colon), 0),
                      table.number(row, part.substr(colon + 1), 0)});
    word.remove_prefix(std::min(end + 1, word.size()));
  }
  return shares;
}

FamilyRun run_of_row(const CsvTable& table, std::size_t row, const std::string& path,
                     const std::string& family) {
  FamilyRun result;
  result.family = family;
  MeasuredRun& run = result.run;
  run.name = fmt::format("{} row {}", path, row + 1);
  if (const auto column = table.column("name")) run.name = table.words(row, *column);
  if (const auto column = table.column("family")) result.family = table.words(row, *column);
  run.cores = table.positive(row, table.need_column("cores"));
  run.time = table.positive(row, table.need_column("time"));
  if (const auto column = table.column("machines")) {
    const std::string& words = table.words(row, *column);
    if (!words.empty()) run.machine_shares = shares_of(table, row, words, run.time);
    run.machines = most_machines(run.machine_shares);
  }
  constexpr std::string_view kValue = "value:";
  for (std::size_t i = 0; i < table.header().size(); ++i) {
    const std::string& name = table.header()[i];
    if (!name.starts_with(kValue)) continue;
    run.values.emplace_back(name.substr(kValue.size()), table.number(row, i, 0));
  }
  return result;
}

void set_machines(const ScalingOptions& options, MeasuredRun& run) {
  if (options.cores_per_machine > 0) {
    run.machines = std::ceil(run.cores / options.cores_per_machine);
  }
}

}  // namespace

std::vector<FamilyRun> read_run_table(const std::string& path, const std::string& family) {
  const CsvTable table(path);
  std::vector<FamilyRun> runs;
  for (std::size_t row = 0; row < table.size(); ++row) {
    runs.push_back(run_of_row(table, row, path, family));
  }
  return runs;
}

ReadRuns read_runs(const ScalingOptions& options) {
  ReadRuns result;
  RunReading reading = options.reading;
  reading.with_replay = !options.no_replay;
  reading.with_traffic = false;
  std::exception_ptr first;
  for (const Family& family : options.families) {
    for (const std::string& path : family.runs) {
      if (path.ends_with(".csv")) {
        auto rows = read_run_table(path, family.name);
        std::move(rows.begin(), rows.end(), std::back_inserter(result.runs));
        continue;
      }
      try {
        result.runs.push_back({family.name, measure_run(path, reading)});
      } catch (const TraceError& error) {
        if (first == nullptr) first = std::current_exception();
        result.bad.push_back(fmt::format("Left out: {}", error.what()));
      } catch (const UnusableRun& error) {
        if (first == nullptr) first = std::current_exception();
        result.bad.push_back(fmt::format("Left out: {}", error.what()));
      }
    }
  }
  if (result.runs.empty() && first != nullptr) std::rethrow_exception(first);
  if (result.runs.empty()) throw std::runtime_error("the tables have no rows");
  for (FamilyRun& run : result.runs) set_machines(options, run.run);
  return result;
}

}  // namespace paje::tools
