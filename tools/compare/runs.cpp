#include "compare/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "common/file_text.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/measured_time.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

Trace read(const std::string& path, const CompareOptions& options) {
  return read_trace({.tool = "pj_compare", .lenient = options.lenient, .quiet = options.quiet},
                    path, options.read);
}

std::vector<std::pair<std::string, std::string>> read_map(const std::string& path) {
  std::istringstream file(file_text(path));
  std::vector<std::pair<std::string, std::string>> partners;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.find('\t', tab + 1) != std::string::npos) {
      throw std::invalid_argument(fmt::format(
          "{}:{}: expected two paths with a tab between, found '{}'", path, number, visible(line)));
    }
    partners.emplace_back(line.substr(0, tab), line.substr(tab + 1));
  }
  return partners;
}

}  // namespace

TimeFormat::TimeFormat(double length) {
  constexpr int kDigitsOfLength = 4;
  constexpr int kMostDigits = 15;
  if (!(length > 0)) return;
  const int needed = kDigitsOfLength - static_cast<int>(std::floor(std::log10(length)));
  digits_ = std::clamp(needed, digits_, kMostDigits);
}

std::string TimeFormat::time(double time) const { return fmt::format("{:.{}f}", time, digits_); }

std::string TimeFormat::difference(double difference) const {
  return shows(difference) ? fmt::format("{:+.{}f}", difference, digits_) : "0";
}

bool TimeFormat::shows(double difference) const {
  return fmt::format("{:.{}f}", difference, digits_).find_first_not_of("-0.") != std::string::npos;
}

std::string Runs::time_with_unit(double time) const {
  return fmt::format("{} {}", times.time(time), spelling(unit));
}

Runs compare_runs(const CompareOptions& options) {
  Trace a = read(options.input_a, options);
  return compare_traces(std::move(a), read(options.input_b, options), options);
}

Runs compare_traces(Trace a, Trace b, const CompareOptions& options) {
  ComparisonOptions how = options.comparison;
  if (!options.map.empty()) how.partners = read_map(options.map);
  Runs runs;
  runs.name_a = Input::from_path(options.input_a).name();
  runs.name_b = Input::from_path(options.input_b).name();
  runs.a = std::move(a);
  runs.b = std::move(b);
  const Selection& selection = options.read.selection;
  check_selection(selection, std::array<const Trace*, 2>{&runs.a, &runs.b});
  if (!selection.containers.empty()) {
    how.wants_container = [&](std::string_view path) {
      const std::string_view name = path.substr(path.rfind('/') + 1);
      return std::any_of(selection.containers.begin(), selection.containers.end(),
                         [&](const std::string& pattern) {
                           return matches_glob(pattern, path) || matches_glob(pattern, name);
                         });
    };
  }
  try {
    runs.comparison = compare(runs.a, runs.b, how);
  } catch (const TimeError&) {
    // Which of the two it is.
    check_measured(runs.a, runs.name_a);
    check_measured(runs.b, runs.name_b);
    throw;
  }
  runs.times = TimeFormat(std::max(runs.comparison.length_a, runs.comparison.length_b));
  const bool prints_text = !options.quiet && !options.csv && !options.json;
  if (prints_text || !options.svg.empty()) {
    const Trace* const traces[] = {&runs.a, &runs.b};
    runs.unit = unit_for(options.unit, traces, "pj_compare", options.quiet);
  }
  return runs;
}

}  // namespace paje::tools
