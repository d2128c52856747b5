#include "compare/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <tuple>

#include "analyze/sheet.hpp"
#include "common/tool.hpp"
#include "compare/group_runs.hpp"
#include "paje/visible_text.hpp"
#include "runs/report.hpp"

namespace paje::tools {

namespace {

using GroupRuns = std::vector<GroupRun>;
using Key = std::tuple<std::string, std::string, uint32_t>;

struct Groups {
  GroupRuns a, b;
  /// Of the first run; 0 if not all runs have them, and they are compared as a whole.
  uint32_t iterations = 0;

  [[nodiscard]] const GroupNumbers& numbers(const GroupRun& run) const {
    return iterations > 0 ? run.by_part : run.whole;
  }
};

/// A value of a container in a part of the run.
struct Test {
  Key key;
  GroupSample sample;
  WelchTest welch;
  double holm = 1;
  double exchanged = 1;  ///< the p value that counts
  [[nodiscard]] double more() const { return welch.mean_b - welch.mean_a; }
};

GroupRuns read_group(const CompareOptions& options, const std::vector<std::string>& paths) {
  GroupRuns runs;
  for (const std::string& path : paths) runs.push_back(read_group_run(options, path));
  return runs;
}

Groups read_groups(const CompareOptions& options) {
  Groups groups{read_group(options, options.groups.a), read_group(options, options.groups.b), 0};
  const auto has_iterations = [](const GroupRun& run) { return run.iterations > 0; };
  if (std::all_of(groups.a.begin(), groups.a.end(), has_iterations) &&
      std::all_of(groups.b.begin(), groups.b.end(), has_iterations)) {
    groups.iterations = groups.a.front().iterations;
  }
  return groups;
}

// Sums of times are rounded. Numbers that differ by less than a billionth of the run are the same,
// so that rounding is no difference.
void forget_rounding(GroupSample& sample, double length) {
  const auto [least_a, most_a] = std::minmax_element(sample.a.begin(), sample.a.end());
  const auto [least_b, most_b] = std::minmax_element(sample.b.begin(), sample.b.end());
  if (std::max(*most_a, *most_b) - std::min(*least_a, *least_b) > 1e-9 * length) return;
  const double first = sample.a.front();
  std::fill(sample.a.begin(), sample.a.end(), first);
  std::fill(sample.b.begin(), sample.b.end(), first);
}

// The numbers that every run has. How many others there are is a remark.
std::vector<Test> samples_of(const Groups& groups, std::size_t& left_out) {
  std::set<Key> keys;
  for (const GroupRuns* const runs : {&groups.a, &groups.b}) {
    for (const GroupRun& run : *runs) {
      for (const auto& [key, seconds] : groups.numbers(run)) keys.insert(key);
    }
  }
  std::vector<Test> tests;
  for (const Key& key : keys) {
    Test test{key, {}, {}, 1, 1};
    const auto take = [&](const GroupRuns& runs, std::vector<double>& into) {
      for (const GroupRun& run : runs) {
        const GroupNumbers& numbers = groups.numbers(run);
        const auto found = numbers.find(key);
        if (found != numbers.end()) into.push_back(found->second);
      }
      return into.size() == runs.size();
    };
    const bool in_a = take(groups.a, test.sample.a), in_b = take(groups.b, test.sample.b);
    if (in_a && in_b) {
      forget_rounding(test.sample, groups.a.front().length);
      tests.push_back(std::move(test));
    } else {
      ++left_out;
    }
  }
  return tests;
}

std::vector<Test> make_tests(const Groups& groups, std::size_t& left_out) {
  std::vector<Test> tests = samples_of(groups, left_out);
  std::vector<GroupSample> samples;
  std::vector<double> p;
  for (Test& test : tests) {
    test.welch = welch_test(test.sample);
    p.push_back(test.welch.p);
    samples.push_back(test.sample);
  }
  const std::vector<double> holm = holm_correction(p), exchanged = exchange_test(samples);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    tests[i].holm = holm[i];
    tests[i].exchanged = exchanged[i];
  }
  std::stable_sort(tests.begin(), tests.end(), [](const Test& a, const Test& b) {
    if (a.exchanged != b.exchanged) return a.exchanged < b.exchanged;
    return std::abs(a.more()) > std::abs(b.more());
  });
  return tests;
}

// `0..29`, of iterations that are from 0 on.
struct PartWords {
  uint32_t iterations = 0;  ///< 0: the whole run
  uint32_t parts = 1;

  [[nodiscard]] uint64_t first(uint32_t part) const { return uint64_t{iterations} * part / parts; }
  [[nodiscard]] uint64_t size(uint32_t part) const { return first(part + 1) - first(part); }
  [[nodiscard]] std::string text(uint32_t part) const {
    if (iterations == 0) return "all";
    return fmt::format("{}..{}", first(part), first(part + 1) - 1);
  }
};

double relative(double a, double b) { return a > 0 ? b / a - 1 : 0; }

double mean_of(const GroupRuns& runs, double GroupRun::*member) {
  double sum = 0;
  for (const GroupRun& run : runs) sum += run.*member;
  return sum / static_cast<double>(runs.size());
}

double mean_caused(const GroupRuns& runs, const std::pair<std::string, std::string>& by) {
  double sum = 0;
  for (const GroupRun& run : runs) {
    const auto found = run.caused.find(by);
    if (found != run.caused.end()) sum += found->second;
  }
  return sum / static_cast<double>(runs.size());
}

WelchTest length_test(const Groups& groups) {
  GroupSample sample;
  for (const GroupRun& run : groups.a) sample.a.push_back(run.length);
  for (const GroupRun& run : groups.b) sample.b.push_back(run.length);
  return welch_test(sample);
}

Sheet length_sheet(const Groups& groups, const WelchTest& length) {
  Sheet sheet("Length of runs", {{"runs_a", Measure::count},
                                 {"runs_b", Measure::count},
                                 {"mean_a", Measure::time},
                                 {"mean_b", Measure::time},
                                 {"relative", Measure::share},
                                 {"welch_t", Measure::number},
                                 {"degrees", Measure::number},
                                 {"p", Measure::number},
                                 {"waiting_a", Measure::time},
                                 {"waiting_b", Measure::time}});
  sheet.add({groups.a.size(), groups.b.size(), length.mean_a, length.mean_b,
             relative(length.mean_a, length.mean_b), length.t, length.degrees, length.p,
             mean_of(groups.a, &GroupRun::waiting), mean_of(groups.b, &GroupRun::waiting)});
  return sheet;
}

Sheet test_sheet(const Groups& groups, const std::vector<Test>& tests, const PartWords& words) {
  Sheet sheet("Time of an iteration in each value", {{"container"},
                                                     {"value"},
                                                     {"iterations"},
                                                     {"mean_a", Measure::time},
                                                     {"mean_b", Measure::time},
                                                     {"relative", Measure::share},
                                                     {"more_in_a_run", Measure::time},
                                                     {"welch_t", Measure::number},
                                                     {"welch_p", Measure::number},
                                                     {"holm_p", Measure::number},
                                                     {"exchange_p", Measure::number},
                                                     {"caused_waiting_a", Measure::time},
                                                     {"caused_waiting_b", Measure::time}});
  for (const Test& test : tests) {
    const auto& [container, value, part] = test.key;
    const auto count = words.iterations == 0 ? 1.0 : static_cast<double>(words.size(part));
    sheet.add({container, value, words.text(part), test.welch.mean_a, test.welch.mean_b,
               relative(test.welch.mean_a, test.welch.mean_b), test.more() * count, test.welch.t,
               test.welch.p, test.holm, test.exchanged, mean_caused(groups.a, {container, value}),
               mean_caused(groups.b, {container, value})});
  }
  return sheet;
}

std::string percent(double share) { return fmt::format("{:.2g} %", 100 * std::abs(share)); }

std::string length_text(const Groups& groups, const WelchTest& length, double level) {
  const double share = relative(length.mean_a, length.mean_b);
  const std::string times =
      fmt::format("{} and {}, means of {} and {} runs", time_text(length.mean_a, TimeUnit::seconds),
                  time_text(length.mean_b, TimeUnit::seconds), groups.a.size(), groups.b.size());
  if (length.p > level) {
    return fmt::format("B is as long as A, as far as these runs say: {}; p = {:.2g}.", times,
                       length.p);
  }
  return fmt::format("B is {} {} than A: {}; p = {:.2g}.", percent(share),
                     share < 0 ? "shorter" : "longer", times, length.p);
}

std::string found_text(const Groups& groups, const Test& test, const PartWords& words) {
  const auto& [container, value, part] = test.key;
  std::string where =
      words.iterations == 0 ? "" : fmt::format(" in iterations {}", words.text(part));
  const double share = relative(test.welch.mean_a, test.welch.mean_b);
  const double a = mean_caused(groups.a, {container, value});
  const double b = mean_caused(groups.b, {container, value});
  return fmt::format(
      "{} is {} {} in {}{}: {} instead of {} each. It makes others wait {} in a run, not {}.",
      visible(container), percent(share), share < 0 ? "shorter" : "longer", visible(value), where,
      time_text(test.welch.mean_b, TimeUnit::seconds),
      time_text(test.welch.mean_a, TimeUnit::seconds), time_text(b, TimeUnit::seconds),
      time_text(a, TimeUnit::seconds));
}

// How many of the tests, which are sorted, find a difference.
std::size_t count_found(const std::vector<Test>& tests, double level) {
  const auto end = std::find_if(tests.begin(), tests.end(),
                                [&](const Test& test) { return test.exchanged > level; });
  return static_cast<std::size_t>(end - tests.begin());
}

void add_sentences(const Groups& groups, const std::vector<Test>& tests, std::size_t found,
                   const PartWords& words, Report& report) {
  constexpr std::size_t kMostSentences = 5;
  for (std::size_t i = 0; i < std::min(found, kMostSentences); ++i) {
    report.lines.push_back(found_text(groups, tests[i], words));
  }
  if (found == 0) {
    report.lines.emplace_back("No value of a container differs by more than repetitions do.");
  }
}

void add_remarks(const Groups& groups, std::size_t left_out, Report& report) {
  if (groups.iterations == 0) {
    report.remarks.emplace_back(
        "Not all runs have as many iterations as parts are asked for, so they are compared as a "
        "whole.");
  }
  if (left_out > 0) {
    report.remarks.push_back(
        fmt::format("Left out: {}, which not all runs have.",
                    counted(left_out, "value of a container", "values of containers")));
  }
}

void print(const Report& report, const CompareOptions& options) {
  if (options.quiet) return;
  ReportFormat format;
  format.json = options.json;
  format.csv = options.csv;
  format.table = "tests";
  format.top = options.top.value_or(20);
  format.output = options.output;
  print_report("pj_compare", report, format);
}

}  // namespace

int compare_groups(const CompareOptions& options) {
  const GroupOptions& how = options.groups;
  for (const auto* const paths : {&how.a, &how.b}) {
    for (const std::string& path : *paths) add_input_file(path);
  }
  refuse_input_files({options.output});
  const Groups groups = read_groups(options);
  std::size_t left_out = 0;
  const std::vector<Test> tests = make_tests(groups, left_out);
  if (tests.empty()) {
    throw std::runtime_error("there is no value of a container that all runs have and that is " +
                             std::string(how.values.empty() ? "useful work" : "asked for"));
  }
  const WelchTest length = length_test(groups);
  const PartWords words{groups.iterations, how.parts};
  const std::size_t found = count_found(tests, how.level);
  Report report;
  report.lines.push_back(length_text(groups, length, how.level));
  add_sentences(groups, tests, found, words, report);
  add_remarks(groups, left_out, report);
  report.sheets.emplace_back("length", length_sheet(groups, length));
  report.sheets.emplace_back("tests", test_sheet(groups, tests, words));
  print(report, options);
  return found > 0 || length.p <= how.level ? 1 : 0;
}

}  // namespace paje::tools
