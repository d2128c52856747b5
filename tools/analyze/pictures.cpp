#include "analyze/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "analyze/sheet.hpp"
#include "charts/bars.hpp"
#include "charts/columns.hpp"
#include "charts/words.hpp"
#include "common/tool.hpp"
#include "paje/clocks.hpp"
#include "paje/critical_path.hpp"
#include "paje/lateness.hpp"
#include "paje/profile.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostBars = 12;
constexpr std::size_t kLongestName = 32;

std::string name_of(const Run& run, uint32_t track) {
  return shortened(run.track_name(track), kLongestName);
}

std::string value_of(const Run& run, uint32_t value) {
  return shown_name(value_name(run.graph, value));
}

NamedChart bars(const BarChart& chart) { return {chart.title, draw_bars(chart)}; }

// Places of the largest of some numbers above 0.
std::vector<uint32_t> largest_first(const std::vector<double>& numbers) {
  std::vector<uint32_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](uint32_t place) { return !(numbers[place] > 0); });
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return numbers[a] > numbers[b]; });
  return order;
}

std::size_t cut(std::vector<uint32_t>& order) {
  const std::size_t left_out = order.size() > kMostBars ? order.size() - kMostBars : 0;
  order.resize(order.size() - left_out);
  return left_out;
}

// By value, all tracks together, in memory that is linear in the run.
struct ValueTime {
  uint64_t count = 0;
  double exclusive = 0;
};

std::vector<ValueTime> times_by_value(const DependencyGraph& graph) {
  std::vector<ValueTime> times(graph.values().size());
  for (const CallNode& node : call_tree(graph)) {
    times[node.value].count += node.count;
    times[node.value].exclusive += node.exclusive;
  }
  return times;
}

}  // namespace

std::string seen_name(WaitKind kind) {
  return kind == WaitKind::wait_at_nxn ? "wait at all-to-all" : words_of(kind);
}

NamedChart efficiency_chart(const Efficiencies& all, double width) {
  BarChart chart{.title = "Efficiency and its factors",
                 .bars = {},
                 .whole = 1,
                 .shows_whole = true,
                 .width = width};
  const bool has_notes = width >= 0.8 * kChartWidth;
  const auto add = [&](const char* name, double value, const char* note, uint32_t depth) {
    chart.bars.push_back({.label = name,
                          .amount = value,
                          .text = share_text(value),
                          .note = has_notes ? note : "",
                          .style = depth == 0 ? "bar" : "bar2",
                          .tooltip = {},
                          .depth = depth});
  };
  add("Parallel efficiency", all.parallel, "useful work / time of all containers", 0);
  add("Load balance", all.load_balance, "mean / greatest useful work", 1);
  add("Communication", all.communication, "greatest useful work / length", 1);
  add("Serialisation", all.serialisation, "the same on an ideal network", 2);
  add("Transfer", all.transfer, "length on an ideal network / length", 2);
  return bars(std::move(chart));
}

NamedChart causes_chart(const Run& run, const std::vector<Cause>& causes, double waited,
                        std::size_t most, double width) {
  BarChart chart{.title = "Causes of waiting", .bars = {}, .width = width};
  for (std::size_t i = 0; i < std::min(most, causes.size()); ++i) {
    const Cause& cause = causes[i];
    chart.bars.push_back({.label = name_of(run, cause.track) + ", " + value_of(run, cause.value),
                          .amount = cause.cost(),
                          .text = human_time(cause.cost(), run.unit),
                          .note = share_text(part(cause.cost(), waited)),
                          .style = i == 0 ? "alert" : "bar",
                          .tooltip = {},
                          .depth = 0});
  }
  chart.left_out = causes.size() - chart.bars.size();
  return bars(std::move(chart));
}

NamedChart wait_kinds_chart(const Run& run, const std::vector<Wait>& waits, double width) {
  std::vector<double> seconds(kWaitKinds);
  for (const Wait& wait : waits) seconds[static_cast<std::size_t>(wait.kind)] += wait.amount;
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  BarChart chart{.title = "Waiting by kind", .bars = {}, .width = width};
  for (const uint32_t kind : largest_first(seconds)) {
    chart.bars.push_back({.label = seen_name(static_cast<WaitKind>(kind)),
                          .amount = seconds[kind],
                          .text = human_time(seconds[kind], run.unit),
                          .note = share_text(part(seconds[kind], all)),
                          .style = "bar",
                          .tooltip = {},
                          .depth = 0});
  }
  return bars(std::move(chart));
}

NamedChart waiting_chart(const Run& run, const std::vector<Wait>& waits, double width) {
  std::vector<double> waited(run.graph.tracks().size()), waited_for(waited.size());
  for (const Wait& wait : waits) {
    waited[run.graph.track_of_piece(wait.piece)] += wait.amount;
    waited_for[wait.whom] += wait.amount;
  }
  BarChart chart{.title = "Containers that others wait for", .bars = {}, .width = width};
  std::vector<uint32_t> order = largest_first(waited_for);
  chart.left_out = cut(order);
  for (const uint32_t track : order) {
    chart.bars.push_back(
        {.label = name_of(run, track),
         .amount = waited_for[track],
         .text = human_time(waited_for[track], run.unit),
         .note = fmt::format("waits {} itself", human_time(waited[track], run.unit)),
         .style = "bar",
         .tooltip = {},
         .depth = 0});
  }
  return bars(std::move(chart));
}

NamedChart profile_chart(const Run& run, const ValueStyles& styles, double width) {
  const std::vector<ValueTime> times = times_by_value(run.graph);
  std::vector<double> seconds;
  for (const ValueTime& time : times) seconds.push_back(time.exclusive);
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  BarChart chart{.title = "Time by state, without the states inside", .bars = {}, .width = width};
  std::vector<uint32_t> order = largest_first(seconds);
  chart.left_out = cut(order);
  for (const uint32_t value : order) {
    const ValueTime& of = times[value];
    chart.bars.push_back({.label = value_of(run, value),
                          .amount = of.exclusive,
                          .text = share_text(part(of.exclusive, all)),
                          .note = fmt::format("{}, {} times", human_time(of.exclusive, run.unit),
                                              with_separators(of.count)),
                          .style = std::string(styles.style(value)),
                          .tooltip = {},
                          .depth = 0});
  }
  return bars(std::move(chart));
}

NamedChart iterations_chart(const Run& run, const Iterations& found, double width) {
  ColumnChart chart{.title = "Length of each iteration, mean over the containers",
                    .columns = {},
                    .across = {"iteration"},
                    .up = {"length", true, run.unit},
                    .reference_name = "typical",
                    .width = width};
  for (std::size_t i = 0; i < found.table.size(); ++i) {
    const Iteration& one = found.table[i];
    chart.columns.push_back({one.length, one.is_outlier,
                             fmt::format("{}: {}{}", i, human_time(one.length, run.unit),
                                         one.is_outlier ? ", an outlier" : "")});
  }
  chart.end = std::max<double>(1, static_cast<double>(found.table.size()));
  chart.reference = found.typical;
  chart.reference_name = "typically " + human_time(found.typical, run.unit);
  return {chart.title, draw_columns(chart)};
}

NamedChart lateness_chart(const Run& run, double width) {
  const std::vector<double> lateness = find_lateness(run.graph);
  std::vector<double> seconds(run.graph.tracks().size());
  std::vector<uint64_t> counts(seconds.size());
  for (uint32_t i = 0; i < seconds.size(); ++i) {
    const auto& track = run.graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (lateness[piece] <= 0) continue;
      seconds[i] += lateness[piece];
      ++counts[i];
    }
  }
  BarChart chart{
      .title = "Lateness, summed over the states of each container", .bars = {}, .width = width};
  std::vector<uint32_t> order = largest_first(seconds);
  chart.left_out = cut(order);
  for (const uint32_t track : order) {
    chart.bars.push_back({.label = name_of(run, track),
                          .amount = seconds[track],
                          .text = human_time(seconds[track], run.unit),
                          .note = counted(counts[track], "late state", "late states"),
                          .style = "bar",
                          .tooltip = {},
                          .depth = 0});
  }
  return bars(std::move(chart));
}

NamedChart bounds_chart(const Run& run, const RunBounds& bounds, double width) {
  BarChart chart{.title = "Lower bounds of the run's length", .bars = {}, .width = width};
  const auto add = [&](const char* name, double time, const char* note, const char* style) {
    chart.bars.push_back({.label = name,
                          .amount = time,
                          .text = human_time(time, run.unit),
                          .note = note,
                          .style = style,
                          .tooltip = {},
                          .depth = 0});
  };
  add("Length", run.graph.length(), "as measured", "bar");
  add("Area bound", bounds.area.time, "all tasks, divided freely", "bar2");
  add("Critical path", bounds.critical_path, "the longest chain of tasks", "bar2");
  return bars(std::move(chart));
}

NamedChart slack_chart(const Run& run, double width) {
  const std::vector<double> slack = find_slack(run.graph);
  const std::vector<double> all = seconds_by_value(run.graph);
  std::vector<double> tight(all.size());
  for (const auto& track : run.graph.tracks()) {
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (slack[piece] > run.graph.resolution()) continue;
      tight[run.graph.value(piece)] += run.graph.length(piece);
    }
  }
  BarChart chart{.title = "Time without slack: making it longer delays the end of the run",
                 .bars = {},
                 .width = width};
  std::vector<uint32_t> order = largest_first(tight);
  chart.left_out = cut(order);
  for (const uint32_t value : order) {
    chart.bars.push_back(
        {.label = value_of(run, value),
         .amount = tight[value],
         .text = human_time(tight[value], run.unit),
         .note = share_text(part(tight[value], all[value])) + " of its time",
         .style =
             run.graph.values()[value].meaning.value_class == ValueClass::compute ? "bar" : "bar2",
         .tooltip = {},
         .depth = 0});
  }
  return bars(std::move(chart));
}

NamedChart clocks_chart(const Run& run, double width) {
  const Clocks clocks = estimate_clocks(run.graph);
  BarChart chart{.title = "Correction of the clock of each container",
                 .bars = {},
                 .is_both_ways = true,
                 .width = width};
  std::vector<double> sizes;
  for (const ClockOffset& track : clocks.tracks) sizes.push_back(std::abs(track.offset));
  std::vector<uint32_t> order = largest_first(sizes);
  chart.left_out = cut(order);
  std::sort(order.begin(), order.end());
  for (const uint32_t track : order) {
    const ClockOffset& clock = clocks.tracks[track];
    chart.bars.push_back(
        {.label = name_of(run, track),
         .amount = clock.offset,
         .text = human_time(clock.offset, run.unit),
         .note = clock.drift == 0 ? "" : fmt::format("drifts by {:.3g} ppm", clock.drift * 1e6),
         .style = clock.offset < 0 ? "less" : "more",
         .tooltip = {},
         .depth = 0});
  }
  if (chart.bars.empty()) {
    chart.bars.push_back({.label = "all containers",
                          .amount = 0,
                          .text = "none: the clocks agree",
                          .note = "",
                          .style = "bar",
                          .tooltip = {},
                          .depth = 0});
  }
  return bars(std::move(chart));
}

NamedChart classes_chart(const Run& run, const ValueStyles& styles, double width) {
  const std::vector<double> seconds = seconds_by_value(run.graph);
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  BarChart chart{.title = "Time by class of values", .bars = {}, .whole = all, .width = width};
  for (const ValueClass value_class :
       {ValueClass::compute, ValueClass::communication, ValueClass::waiting, ValueClass::runtime,
        ValueClass::idle}) {
    std::vector<double> of_class = seconds;
    for (std::size_t i = 0; i < of_class.size(); ++i) {
      if (run.graph.values()[i].meaning.value_class != value_class) of_class[i] = 0;
    }
    const double time = std::accumulate(of_class.begin(), of_class.end(), 0.0);
    if (!(time > 0)) continue;
    const auto add = [&](std::string label, double amount, std::string note, std::string style,
                         uint32_t depth) {
      chart.bars.push_back({.label = std::move(label),
                            .amount = amount,
                            .text = share_text(part(amount, all)),
                            .note = std::move(note),
                            .style = std::move(style),
                            .tooltip = {},
                            .depth = depth});
    };
    add(std::string(spelling(value_class)), time, human_time(time, run.unit), "bar", 0);
    std::vector<uint32_t> order = largest_first(of_class);
    chart.left_out += cut(order);
    for (const uint32_t value : order) {
      const auto& known = run.graph.values()[value].meaning;
      add(value_of(run, value), seconds[value],
          known.matched ? human_time(seconds[value], run.unit)
                        : human_time(seconds[value], run.unit) + ", no rule",
          std::string(styles.style(value)), 1);
    }
  }
  return bars(std::move(chart));
}

}  // namespace paje::tools
