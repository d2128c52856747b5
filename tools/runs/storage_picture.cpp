#include "runs/storage_picture.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "charts/log_plot.hpp"
#include "runs/sizes.hpp"

namespace paje::tools {

namespace {

constexpr double kPlotWidth = 380, kPlotHeight = 320, kLeft = 66, kTop = 46, kBottom = 46;
constexpr double kNames = 130;
constexpr Color kInk{0.25F, 0.25F, 0.25F, 1};
constexpr std::array<const char*, kStorageTests> kNamesOfTests = {
    "sequential reads", "random reads", "sequential writes", "random writes"};

// Each four times the one before, from the least size on.
std::vector<double> ticks_of(const StorageModel& model) {
  double least = model.intervals.front().from, greatest = model.intervals.front().to;
  for (const SizeInterval& interval : model.intervals) {
    least = std::min(least, interval.from);
    greatest = std::max(greatest, interval.to);
  }
  std::vector<double> ticks;
  for (double tick = least; tick < greatest; tick *= 4) ticks.push_back(tick);
  ticks.push_back(greatest);
  return ticks;
}

PlotCurve measured_curve(StorageTest test, std::span<const StorageSample> samples) {
  struct Times {
    double sum = 0, least = 0, greatest = 0, count = 0;
  };
  std::map<double, Times> by_size;
  for (const StorageSample& sample : samples) {
    if (sample.test != test) continue;
    Times& times = by_size[sample.size];
    times.least = times.count == 0 ? sample.time : std::min(times.least, sample.time);
    times.greatest = std::max(times.greatest, sample.time);
    times.sum += sample.time;
    ++times.count;
  }
  const auto number = static_cast<std::size_t>(test);
  PlotCurve curve{kNamesOfTests[number], {}, palette_color(number), false, true};
  for (const auto& [size, times] : by_size) {
    const bool has_bar = times.count > 1;
    curve.points.push_back(
        {size, times.sum / times.count, has_bar ? times.least : 0, has_bar ? times.greatest : 0});
  }
  return curve;
}

// One line for each interval, on which a line of the model is a curve.
void add_model(const StorageModel& model, StorageTest test, bool is_reference,
               std::vector<PlotCurve>& curves) {
  const auto number = static_cast<std::size_t>(test);
  for (const SizeInterval& interval : model.intervals) {
    PlotCurve curve{
        is_reference ? "" : kNamesOfTests[number], {}, palette_color(number), is_reference, false};
    for (const double size : sizes_of({&interval, 1})) {
      curve.points.push_back({size, model.time(test, size), 0, 0});
    }
    curves.push_back(std::move(curve));
  }
}

LogPlot times_plot(const StorageModel& model, std::span<const StorageSample> samples) {
  LogPlot plot{"Seconds of a request; thin: the model", {}};
  for (std::size_t i = 0; i < kStorageTests; ++i) {
    const auto test = static_cast<StorageTest>(i);
    if (!model.has(test)) continue;
    PlotCurve measured = measured_curve(test, samples);
    const bool has_samples = !measured.points.empty();
    add_model(model, test, has_samples, plot.curves);
    if (has_samples) plot.curves.push_back(std::move(measured));
  }
  return plot;
}

LogPlot ratios_plot(const StorageModel& model) {
  LogPlot plot{"Random requests: how many times as long", {}};
  for (const bool writes : {false, true}) {
    PlotCurve curve{writes ? "writes" : "reads", {}, palette_color(writes ? 2 : 0), false, false};
    for (const StorageRatio& ratio : storage_ratios(model, writes).by_size) {
      curve.points.push_back({ratio.size, ratio.ratio, 0, 0});
    }
    plot.curves.push_back(std::move(curve));
  }
  const std::vector<double> ticks = ticks_of(model);
  plot.curves.push_back(
      {"", {{ticks.front(), 1, 0, 0}, {ticks.back(), 1, 0, 0}}, kInk, true, false});
  return plot;
}

}  // namespace

std::string storage_picture(const StorageModel& model, std::span<const StorageSample> samples) {
  const auto canvas = svg_canvas(2 * (kLeft + kPlotWidth + kNames), kTop + kPlotHeight + kBottom);
  double x = kLeft;
  for (LogPlot plot : {times_plot(model, samples), ratios_plot(model)}) {
    plot.across = "size of a request";
    plot.label = [](double size) { return size_text(size); };
    plot.ticks = ticks_of(model);
    draw_plot(*canvas, {x, kTop, kPlotWidth, kPlotHeight}, plot);
    x += kLeft + kPlotWidth + kNames;
  }
  return canvas->finish();
}

}  // namespace paje::tools
