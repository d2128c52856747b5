#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analyze/iterations_text.hpp"
#include "analyze/sheet.hpp"
#include "charts/bars.hpp"
#include "charts/words.hpp"
#include "common/tool.hpp"
#include "compare/region_groups.hpp"
#include "report/elements.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostValues = 10;
constexpr std::size_t kMostPlaces = 8;

std::string value_text(const Runs& runs, uint32_t value) {
  return value == 0 ? "(no state)" : state_name(runs.value_name(value));
}

// Of the container of a track, in the run that has it.
std::string_view name_of(const Runs& runs, uint32_t number) {
  const TrackComparison& track = runs.comparison.tracks[number];
  return track.a.container.valid() ? runs.a[track.a.container].name.text
                                   : runs.b[track.b.container].name.text;
}

void say_verdict(Markup& page, const Runs& runs, TimeUnit unit) {
  const double a = runs.comparison.length_a, b = runs.comparison.length_b;
  page.element("b", container_name(file_name(runs.name_b)));
  if (!runs.times.shows(b - a)) {
    page.words(" is as long as this run.");
    return;
  }
  page.words(b > a ? " is longer by " : " is shorter by ");
  number(page, time_cell(std::abs(b - a), unit));
  page.words(a > 0 ? kept_together(" (" + signed_number(100 * (b - a) / a, 1, "%") + ").") : ".");
}

void add_difference(Table& table, const char* name, const TableCell& a, const TableCell& b,
                    const std::string& difference) {
  table.add({{name}, a, b, {difference, " "}});
}

// Figures of both runs next to each other.
void add_figures(Markup& page, const Material& material) {
  const Analysed &a = material.first, &b = *material.other;
  const TimeUnit unit = a.run.unit;
  Table table("Both runs", {"", a.name, b.name, "difference"});
  const auto add_time = [&](const char* name, double of_a, double of_b) {
    add_difference(table, name, time_cell(of_a, unit), time_cell(of_b, unit),
                   human_difference(of_b - of_a, unit));
  };
  const auto add_share = [&](const char* name, double of_a, double of_b) {
    add_difference(table, name, share_cell(of_a), share_cell(of_b),
                   signed_number(100 * (of_b - of_a), 1, "points"));
  };
  add_time("Length", a.run.graph.length(), b.run.graph.length());
  add_time("Waiting", a.summary.waited, b.summary.waited);
  const Efficiencies &of_a = a.summary.efficiency, &of_b = b.summary.efficiency;
  add_share("Parallel efficiency", of_a.parallel, of_b.parallel);
  add_share("Load balance", of_a.load_balance, of_b.load_balance);
  add_share("Serialisation", of_a.serialisation, of_b.serialisation);
  add_share("Transfer", of_a.transfer, of_b.transfer);
  if (a.summary.iterations.count > 0 && b.summary.iterations.count > 0) {
    add_time("Typical iteration", a.summary.iterations.typical, b.summary.iterations.typical);
  }
  table.write(page);
}

// What others wait for, in the first run and in the other.
using CausesOfBoth = std::map<std::pair<std::string, std::string>, std::pair<double, double>>;

CausesOfBoth causes_of(const Material& material) {
  CausesOfBoth causes;
  const auto add = [&](const Analysed& of, double std::pair<double, double>::*cost) {
    for (const Cause& cause : of.summary.causes) {
      const std::string_view state = value_name(of.run.graph, cause.value);
      causes[{std::string(of.run.track_name(cause.track)), std::string(state)}].*cost +=
          cause.cost();
    }
  };
  add(material.first, &std::pair<double, double>::first);
  add(*material.other, &std::pair<double, double>::second);
  return causes;
}

struct CauseOfBoth {
  std::string container, state;
  double first = 0, other = 0;
  [[nodiscard]] double more() const { return other - first; }
};

// Those that differ most come first.
std::vector<CauseOfBoth> differing_causes(const Material& material) {
  std::vector<CauseOfBoth> causes;
  for (const auto& [names, costs] : causes_of(material)) {
    causes.push_back({names.first, names.second, costs.first, costs.second});
    const double least = material.first.run.graph.resolution();
    if (std::abs(causes.back().more()) <= least) causes.pop_back();
  }
  std::stable_sort(causes.begin(), causes.end(), [](const CauseOfBoth& x, const CauseOfBoth& y) {
    return std::abs(x.more()) > std::abs(y.more());
  });
  return causes;
}

void add_causes(Markup& page, const Material& material) {
  const Analysed &a = material.first, &b = *material.other;
  const TimeUnit unit = a.run.unit;
  Table table("Causes of waiting, those that differ most",
              {"container", "state", a.name, b.name, "difference"});
  for (const CauseOfBoth& cause : differing_causes(material)) {
    if (table.size() == kMostPlaces) break;
    table.add({{container_name(cause.container)},
               {state_name(cause.state)},
               time_cell(cause.first, unit),
               time_cell(cause.other, unit),
               {human_difference(cause.more(), unit), fmt::format("{}", cause.more())}});
  }
  table.write(page);
}

// The cause that differs most.
void say_cause(Markup& page, const Material& material) {
  const std::vector<CauseOfBoth> causes = differing_causes(material);
  if (causes.empty()) return;
  const CauseOfBoth& cause = causes.front();
  page.words(" There, others wait ");
  number(page, time_cell(std::abs(cause.more()), material.first.run.unit));
  page.words(cause.more() > 0 ? " longer for " : " less for ")
      .element("b", container_name(cause.container))
      .words(" in ")
      .element("b", state_name(cause.state))
      .words(".");
}

void add_values(Markup& page, const Runs& runs, TimeUnit unit) {
  BarChart chart{.title = "Difference of the time in each state", .bars = {}, .is_both_ways = true};
  for (const ValueDifference& value : runs.comparison.by_value) {
    const double total = value.time.total();
    if (!runs.times.shows(total)) continue;
    if (chart.bars.size() == kMostValues) {
      ++chart.left_out;
      continue;
    }
    chart.bars.push_back({.label = shortened(value_text(runs, value.value), 32),
                          .amount = total,
                          .text = human_difference(total, unit),
                          .note = "most in " + shortened(name_of(runs, value.leading_track), 24),
                          .style = total > 0 ? "more" : "less",
                          .tooltip = {},
                          .depth = 0});
  }
  if (chart.bars.empty()) {
    paragraph(page, "No state takes more or less time.");
    return;
  }
  figure(page, {chart.title, draw_bars(chart)},
         "All containers together; to the right: longer in " + file_name(runs.name_b) + ".");
}

void add_places(Markup& page, const Runs& runs, TimeUnit unit) {
  Table table("Where", {"container", "from", "to", "difference", "state"});
  const double length = std::max(runs.comparison.length_a, runs.comparison.length_b);
  const auto groups = region_groups(runs, kMostPlaces);
  for (const RegionGroup& group : groups) {
    // What does not reach a hundredth of the first is not worth the place.
    if (std::abs(group.gain) < 0.01 * std::abs(groups.front().gain)) break;
    const Region& region = *group.largest;
    std::string where = container_name(runs.comparison.tracks[region.track].path);
    if (group.regions > 1) where += fmt::format(" and {} more", group.regions - 1);
    std::string values;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, group.values.size()); ++i) {
      values += fmt::format("{}{} {}", i == 0 ? "" : ", ", value_text(runs, group.values[i].value),
                            human_difference(group.values[i].amount, unit));
    }
    table.add({{where},
               place_cell(region.start_a, 0, length, unit),
               place_cell(region.end_a, 0, length, unit),
               {human_difference(group.gain, unit), fmt::format("{}", group.gain)},
               {values}});
  }
  table.write(page);
}

std::string sameness(const Runs& runs) {
  const Comparison& comparison = runs.comparison;
  if (comparison.paired_tracks == 0) return "The runs have no container in common.";
  const auto equal = std::count_if(comparison.tracks.begin(), comparison.tracks.end(),
                                   [](const auto& track) { return track.is_equal(); });
  std::string text =
      fmt::format("{} of {} containers have the same states in the same order (similarity {:.3g}).",
                  with_separators(static_cast<uint64_t>(equal)),
                  with_separators(comparison.paired_tracks), comparison.similarity);
  const std::size_t alone = comparison.tracks.size() - comparison.paired_tracks;
  if (alone > 0) {
    text +=
        " " + counted(alone, "container is in one run only.", "containers are in one run only.");
  }
  return text;
}

}  // namespace

void add_comparison_verdict(Markup& page, const Material& material) {
  page.open("p", {{"class", "verdict"}});
  say_verdict(page, *material.comparison, material.first.run.unit);
  say_cause(page, material);
  page.close();
}

void add_comparison(Markup& page, const Material& material) {
  open_section(page, "comparison",
               "Comparison with " + container_name(file_name(material.options.other)));
  if (!material.comparison) {
    paragraph(page, material.no_comparison);
  } else {
    const Runs& runs = *material.comparison;
    page.open("p");
    say_verdict(page, runs, material.first.run.unit);
    page.words(" " + sameness(runs)).close();
    add_figures(page, material);
    add_causes(page, material);
    add_values(page, runs, material.first.run.unit);
    add_places(page, runs, material.first.run.unit);
  }
  page.close();
}

}  // namespace paje::tools
