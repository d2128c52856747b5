#include "scaling/read_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/tool.hpp"
#include "paje/parallel.hpp"
#include "runs/csv_table.hpp"
#include "runs/live_machines.hpp"

namespace paje::tools {

namespace {

double machines_of(const CsvTable& table, std::size_t row, std::string_view word) {
  const double machines = table.number(row, word, 0);
  if (machines == std::floor(machines)) return machines;
  table.fail(row, fmt::format("expected a whole number of machines, found '{}'",
                              one_line(std::string(word))));
}

// `4`, or `4:20;8:45`.
std::vector<MachineShare> shares_of(const CsvTable& table, std::size_t row, std::string_view word,
                                    double time) {
  if (word.find(':') == std::string_view::npos) return {{machines_of(table, row, word), time}};
  std::vector<MachineShare> shares;
  while (!word.empty()) {
    const std::size_t end = std::min(word.find(';'), word.size());
    const std::string_view part = word.substr(0, end);
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos) {
      table.fail(row, fmt::format("expected machines such as 4:20;8:45, found '{}'",
                                  one_line(std::string(word))));
    }
    shares.push_back({machines_of(table, row, part.substr(0, colon)),
                      table.number(row, part.substr(colon + 1), 0)});
    word.remove_prefix(std::min(end + 1, word.size()));
  }
  const double all =
      std::accumulate(shares.begin(), shares.end(), 0.0,
                      [](double sum, const MachineShare& share) { return sum + share.time; });
  constexpr double kRounding = 0.01;  // of numbers with few digits
  if (std::abs(all - time) > kRounding * time) {
    table.fail(row,
               fmt::format("machines are there for {:g} s, but the run takes {:g} s", all, time));
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
  run.cores = table.positive_whole(row, table.need_column("cores"));
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

void set_machines(const RunList& list, MeasuredRun& run) {
  if (list.cores_per_machine > 0) {
    run.machines = std::ceil(run.cores / list.cores_per_machine);
  }
}

// The names of the columns, without quotes and cut where they are very long; none of a line that
// names no columns.
std::vector<std::string> header_of(const std::string& path) {
  constexpr std::size_t kMost = 65536;
  std::ifstream file(path, std::ios::binary);
  std::string text(kMost, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  std::string_view rest = text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  while (!rest.empty() && (rest.front() == '#' || rest.front() == '\n' || rest.front() == '\r')) {
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
  }
  std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
  std::vector<std::string> names;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(','), line.size());
    std::string name(line.substr(0, end));
    std::erase(name, '"');
    names.push_back(name.substr(std::min(name.find_first_not_of(' '), name.size())));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return names;
}

// A trace may be called .csv, too: a table of pj_dump, whose rows begin with a nature, or one of
// pj_export, which has the types of objects. What is called so and neither is a table of runs with
// a fault in its header.
bool is_run_table(const std::string& path) {
  const bool is_named = path.ends_with(".csv");
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return is_named;
  const std::vector<std::string> names = header_of(path);
  const auto has = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (has("cores") && has("time")) return true;
  constexpr std::array<std::string_view, 6> kNatures = {"Nature",   "Container", "State",
                                                        "Variable", "Event",     "Link"};
  const bool is_objects = !names.empty() && std::find(kNatures.begin(), kNatures.end(),
                                                      names.front()) != kNatures.end();
  return is_named && !is_objects && !has("type");
}

// Runs in their order. A trace is analysed while the next one is read, so that two are in memory.
class RunQueue {
 public:
  explicit RunQueue(RunReading reading) : reading_(std::move(reading)) {}

  void add(const std::string& path, std::vector<FamilyRun> rows) {
    analyse();
    if (rows.empty()) result_.bad.push_back(one_line(path) + ": the table has no rows");
    std::move(rows.begin(), rows.end(), std::back_inserter(result_.runs));
  }
  void add(const std::string& path, const std::string& family) {
    std::optional<ReadRun> run;
    std::exception_ptr trouble;
    const auto read = [&] {
      try {
        run = read_run(path, reading_);
      } catch (const TraceError&) {
        trouble = std::current_exception();
      }
    };
    for_each_parallel(reading_.read.threads, 2,
                      [&](std::size_t i) { i == 0 ? analyse() : read(); });
    if (trouble != nullptr) return leave_out(trouble);
    family_ = family;
    read_ = std::move(run);
  }
  ReadRuns finish() {
    analyse();
    if (result_.runs.empty() && first_ != nullptr) std::rethrow_exception(first_);
    if (result_.runs.empty()) throw std::runtime_error("the tables have no rows");
    return std::move(result_);
  }

 private:
  void analyse() {
    if (!read_.has_value()) return;
    const ReadRun one = std::move(*std::exchange(read_, std::nullopt));
    try {
      result_.runs.push_back({family_, measure_run(one, reading_)});
    } catch (const TraceError&) {
      leave_out(std::current_exception());
    } catch (const UnusableRun&) {
      leave_out(std::current_exception());
    }
  }
  void leave_out(const std::exception_ptr& trouble) {
    if (first_ == nullptr) first_ = trouble;
    try {
      std::rethrow_exception(trouble);
    } catch (const std::exception& error) {
      result_.bad.emplace_back(error.what());
    }
  }

  RunReading reading_;
  ReadRuns result_;
  std::exception_ptr first_;
  std::optional<ReadRun> read_;  // and not yet analysed
  std::string family_;           // of that run
};

}  // namespace

std::vector<FamilyRun> read_run_table(const std::string& path, const std::string& family) {
  const CsvTable table(path);
  std::vector<FamilyRun> runs;
  for (std::size_t row = 0; row < table.size(); ++row) {
    runs.push_back(run_of_row(table, row, path, family));
  }
  return runs;
}

namespace {

// What is given for the same family again.
class SeenRuns {
 public:
  void add(const std::string& path, const std::string& family) {
    const std::string file = std::filesystem::absolute(path).lexically_normal();
    if (!seen_.emplace(family, file).second) twice_.push_back(one_line(path));
  }
  void add_table(const std::string& path, const std::vector<FamilyRun>& rows) {
    std::set<std::string> families;
    for (const FamilyRun& row : rows) families.insert(row.family);
    for (const std::string& family : families) add(path, family);
  }
  std::vector<std::string> twice() {
    // A table has a name for each of its families.
    twice_.erase(std::unique(twice_.begin(), twice_.end()), twice_.end());
    return std::move(twice_);
  }

 private:
  std::set<std::pair<std::string, std::string>> seen_;
  std::vector<std::string> twice_;
};

}  // namespace

ReadRuns read_runs(const RunList& list) {
  RunReading reading = list.reading;
  reading.with_replay = !list.no_replay;
  reading.with_traffic = false;
  RunQueue queue(reading);
  SeenRuns seen;
  for (const Family& family : list.families) {
    for (const std::string& path : family.runs) {
      if (is_run_table(path)) {
        std::vector<FamilyRun> rows = read_run_table(path, family.name);
        seen.add_table(path, rows);
        queue.add(path, std::move(rows));
      } else {
        seen.add(path, family.name);
        queue.add(path, family.name);
      }
    }
  }
  ReadRuns result = queue.finish();
  result.twice = seen.twice();
  for (FamilyRun& run : result.runs) set_machines(list, run.run);
  return result;
}

}  // namespace paje::tools
