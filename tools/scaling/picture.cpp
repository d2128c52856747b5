#include <algorithm>

#include "charts/log_plot.hpp"
#include "scaling/tables.hpp"

namespace paje::tools {

namespace {

constexpr Color kInk{0.25F, 0.25F, 0.25F, 1};
constexpr double kPlotWidth = 260, kPlotHeight = 320, kLeft = 60, kTop = 46, kBottom = 46;
constexpr double kTextSize = 11;

using Amount = std::optional<double> (*)(const Configuration&);

PlotCurve curve_of(const FamilyScaling& family, std::string name, const Color& color,
                   Amount amount) {
  PlotCurve curve{std::move(name), {}, color, false};
  for (const Configuration& one : family.configurations) {
    if (const auto y = amount(one)) curve.points.push_back({one.cores, *y, 0, 0});
  }
  return curve;
}

PlotCurve times_of(const FamilyScaling& family, const Color& color) {
  PlotCurve curve = curve_of(family, family.name, color,
                             [](const Configuration& one) { return std::optional(one.time.mean); });
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const Repetitions& time = family.configurations[i].time;
    if (time.count < 2) continue;
    curve.points[i].low = time.low;
    curve.points[i].high = time.high;
  }
  return curve;
}

// From the family's fewest cores on, `factor` being 1 for speed-up and -1 for time.
PlotCurve proportional(const FamilyScaling& family, double at_first, int factor) {
  const double first = family.configurations.front().cores;
  const double last = family.configurations.back().cores;
  const double at_last = factor > 0 ? at_first * last / first : at_first * first / last;
  return {"", {{first, at_first, 0, 0}, {last, at_last, 0, 0}}, kInk, true};
}

void add_factors(const FamilyScaling& family, LogPlot& plot) {
  plot.curves.push_back(curve_of(family, "computation scaling", palette_color(1),
                                 [](const Configuration& one) { return one.computation_scaling; }));
  plot.curves.push_back(
      curve_of(family, "load balance", palette_color(2), [](const Configuration& one) {
        return one.factors ? std::optional(one.factors->load_balance) : std::nullopt;
      }));
  plot.curves.push_back(
      curve_of(family, "communication", palette_color(3), [](const Configuration& one) {
        return one.factors ? std::optional(one.factors->communication) : std::nullopt;
      }));
}

// The efficiency of each family; of a single one its factors, too.
LogPlot efficiencies(const std::vector<FamilyScaling>& families) {
  LogPlot plot{"Efficiency", {}, true};
  for (std::size_t i = 0; i < families.size(); ++i) {
    const bool single = families.size() == 1;
    if (single) add_factors(families[0], plot);
    // Last, so that it is on top of the factors that it is made of.
    plot.curves.push_back(
        curve_of(families[i], single ? "efficiency" : families[i].name, palette_color(i),
                 [](const Configuration& one) { return std::optional(one.efficiency); }));
  }
  return plot;
}

double names_width(const LogPlot& plot) {
  double width = 0;
  for (const PlotCurve& curve : plot.curves) {
    if (!curve.name.empty()) width = std::max(width, 24 + text_width(curve.name, kTextSize));
  }
  return width;
}

}  // namespace

std::string scaling_picture(const std::vector<FamilyScaling>& families) {
  std::vector<LogPlot> plots = {{"Time in seconds; thin: ideal scaling", {}, false},
                                {"Speed-up; thin: ideal scaling", {}, false},
                                efficiencies(families)};
  for (std::size_t i = 0; i < families.size(); ++i) {
    const FamilyScaling& family = families[i];
    if (family.configurations.empty()) continue;
    plots[0].curves.push_back(proportional(family, family.configurations.front().time.mean, -1));
    plots[0].curves.push_back(times_of(family, palette_color(i)));
    plots[1].curves.push_back(proportional(family, 1, 1));
    plots[1].curves.push_back(
        curve_of(family, family.name, palette_color(i),
                 [](const Configuration& one) { return std::optional(one.speed_up); }));
  }
  double width = 0;
  for (const LogPlot& plot : plots) width += kLeft + kPlotWidth + names_width(plot) + 10;
  const auto canvas = svg_canvas(width, kTop + kPlotHeight + kBottom);
  double x = 0;
  for (const LogPlot& plot : plots) {
    draw_plot(*canvas, {x + kLeft, kTop, kPlotWidth, kPlotHeight}, plot);
    x += kLeft + kPlotWidth + names_width(plot) + 10;
  }
  return canvas->finish();
}

}  // namespace paje::tools
