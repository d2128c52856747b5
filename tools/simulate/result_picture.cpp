// Time and energy of configurations: bars of both, and one against the other with the front.
#include <fmt/format.h>

#include <algorithm>

#include "charts/bars.hpp"
#include "charts/columns.hpp"
#include "charts/words.hpp"
#include "simulate/report_results.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostBars = 64;
constexpr std::size_t kMostPoints = 20'000;
constexpr double kHeight = 320;

std::string label_of(const std::vector<Setting>& settings) {
  std::string text;
  for (const auto& [name, value] : settings) {
    text += fmt::format("{}{} = {:g}", text.empty() ? "" : ", ", name, value);
  }
  return text.empty() ? "as described" : text;
}

template <class Amount, class Words>
Chart bars_of(const Study& study, const char* title, Amount&& amount, Words&& words,
              const Comparison& comparison) {
  BarChart chart;
  chart.title = title;
  for (std::size_t i = 0; i < std::min(study.results.size(), kMostBars); ++i) {
    Bar& bar = chart.bars.emplace_back();
    bar.label = label_of(study.configurations[i]);
    bar.amount = amount(study.results[i]);
    bar.text = words(study.results[i]);
    bar.style = comparison.is_front[i] ? "bar" : "bar2";
  }
  chart.left_out = study.results.size() - chart.bars.size();
  return draw_bars(chart);
}

// All of it from 0 on, so that a small gain looks small.
Chart against_each_other(const Study& study, const Comparison& comparison) {
  double time = 0, energy = 0;
  for (const SimulationResult& result : study.results) {
    time = std::max(time, result.time * 1.05);
    energy = std::max(energy, result.energy * 1.05);
  }
  if (!(time > 0)) time = 1;
  if (!(energy > 0)) energy = 1;
  Chart chart(kChartWidth, kHeight, "Energy against time");
  const Box plot{90, 12, kChartWidth - 110, kHeight - 60};
  for (int i = 0; i <= 4; ++i) {
    const double y = plot.y + plot.height * (1 - i / 4.0);
    chart.line(plot.x, y, plot.x + plot.width, y, "grid");
    chart.words(plot.x - 6, y + 4, Anchor::end, "dim small",
                fmt::format("{:.4g} J", energy * i / 4));
  }
  const auto point = [&](std::size_t i) {
    const SimulationResult& result = study.results[i];
    const double x = plot.x + plot.width * result.time / time;
    const double y = plot.y + plot.height * (1 - result.energy / energy);
    chart.box({x - 3, y - 3, 6, 6}, comparison.is_front[i] ? "alert" : "bar2",
              fmt::format("{}: {}, {:.4g} J", label_of(study.configurations[i]),
                          human_time(result.time, TimeUnit::seconds), result.energy));
  };
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < study.results.size() && drawn < kMostPoints; ++i) {
    if (comparison.is_front[i]) continue;
    point(i);
    ++drawn;
  }
  for (std::size_t i = 0; i < study.results.size(); ++i) {
    if (comparison.is_front[i]) point(i);
  }
  draw_axis(plot, 0, time, {"time", true, TimeUnit::seconds}, chart);
  return chart;
}

}  // namespace

std::string result_picture(const Study& study, const Comparison& comparison) {
  std::vector<NamedChart> charts;
  charts.push_back(
      {"Time",
       bars_of(
           study, "Time", [](const auto& one) { return one.time; },
           [](const auto& one) { return human_time(one.time, TimeUnit::seconds); }, comparison)});
  charts.push_back(
      {"Energy",
       bars_of(
           study, "Energy", [](const auto& one) { return one.energy; },
           [](const auto& one) { return fmt::format("{:.4g} J", one.energy); }, comparison)});
  charts.push_back({"Energy against time, and the front", against_each_other(study, comparison)});
  return chart_file("Simulated configurations", charts);
}

}  // namespace paje::tools
