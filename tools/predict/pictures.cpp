#include "predict/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "charts/bars.hpp"
#include "charts/words.hpp"
#include "picture/canvas.hpp"

namespace paje::tools {

namespace {

constexpr double kLeft = 90, kRight = 150, kTop = 20, kBottom = 46, kHeight = 380, kPoint = 6;
constexpr std::size_t kMostBars = 20;

// Lengths from 0 up; factors from left to right, by their logarithms, as a sweep steps.
class SweepChart {
 public:
  SweepChart(const Run& run, const Sweep& sweep, const std::vector<SweepPoint>& points)
      : run_(run),
        sweep_(sweep),
        points_(points),
        measured_(run.graph.length()),
        chart_(kChartWidth, kHeight, "Length of the run by the factor of " + sweep.what) {
    greatest_ = measured_;
    for (const SweepPoint& point : points) greatest_ = std::max(greatest_, point.high);
    if (!(greatest_ > 0)) greatest_ = 1;
    least_factor_ = std::min(sweep.first, sweep.last);
    factors_ = std::max(std::max(sweep.first, sweep.last) / least_factor_, 1.0 + 1e-9);
  }

  Chart draw() {
    draw_axes();
    draw_band();
    draw_measured();
    draw_line();
    return std::move(chart_);
  }

 private:
  [[nodiscard]] double x_of(double factor) const {
    const double part = std::log(factor / least_factor_) / std::log(factors_);
    return kLeft + part * (kChartWidth - kLeft - kRight);
  }
  [[nodiscard]] double y_of(double time) const {
    return kTop + (kHeight - kTop - kBottom) * (1 - time / (1.05 * greatest_));
  }
  [[nodiscard]] std::string at(double factor, double time) const {
    return pixels(x_of(factor)) + ' ' + pixels(y_of(time));
  }

  void draw_axes() {
    const Ruler up = ruler_for(0, greatest_, 6, run_.unit);
    for (int step = 0; step * up.step <= 1.05 * greatest_; ++step) {
      const double time = step * up.step;
      chart_.line(kLeft, y_of(time), kChartWidth - kRight, y_of(time), "grid");
      chart_.words(kLeft - 8, y_of(time) + 4, Anchor::end, "dim",
                   step == 0 ? "0" : up.label(time) + ' ' + up.unit_name);
    }
    draw_factors();
    chart_.line(kLeft, y_of(0), kChartWidth - kRight, y_of(0), "axis");
    chart_.words((kLeft + kChartWidth - kRight) / 2, kHeight - 8, Anchor::middle, "ink",
                 "factor of " + sweep_.what);
  }
  void draw_factors() {
    const double greatest = least_factor_ * factors_ * (1 + 1e-9);
    double last = -1e9;
    for (double power = std::pow(10, std::floor(std::log10(least_factor_))); power <= greatest;
         power *= 10) {
      for (const double digit : {1, 2, 5}) {
        const double x = x_of(digit * power);
        if (digit * power < least_factor_ * (1 - 1e-9) || digit * power > greatest) continue;
        if (x - last < 40) continue;
        last = x;
        chart_.line(x, y_of(0), x, y_of(0) + 4, "axis");
        chart_.words(x, y_of(0) + 18, Anchor::middle, "dim", fmt::format("{:g}×", digit * power));
      }
    }
  }
  void draw_band() {
    std::string steps;
    for (const SweepPoint& point : points_) {
      steps += (steps.empty() ? "M" : " L") + at(point.factor, point.high);
    }
    for (auto point = points_.rbegin(); point != points_.rend(); ++point) {
      steps += " L" + at(point->factor, point->low);
    }
    chart_.path(steps + " Z", "q2");
  }
  void draw_measured() {
    const double y = y_of(measured_);
    chart_.line(kLeft, y, kChartWidth - kRight, y, "rule");
    chart_.words(kChartWidth - kRight + 8, y + 4, Anchor::start, "alert small",
                 "measured: " + human_time(measured_, run_.unit));
  }
  void draw_line() {
    std::string steps;
    for (const SweepPoint& point : points_) {
      if (!point.predicted) continue;
      steps += (steps.empty() ? "M" : " L") + at(point.factor, *point.predicted);
    }
    if (!steps.empty()) chart_.path(steps, "critical");
    for (const SweepPoint& point : points_) {
      const std::string place = fmt::format("{:.4g}×: ", point.factor);
      const std::string band = fmt::format("between {} and {}", human_time(point.low, run_.unit),
                                           human_time(point.high, run_.unit));
      if (point.predicted) {
        mark(point.factor, *point.predicted,
             place + human_time(*point.predicted, run_.unit) + ", " + band);
      } else {
        mark(point.factor, point.low, place + band);
        mark(point.factor, point.high, place + band);
      }
    }
  }
  void mark(double factor, double time, const std::string& tooltip) {
    chart_.box({x_of(factor) - kPoint / 2, y_of(time) - kPoint / 2, kPoint, kPoint}, "w1", tooltip);
  }

  const Run& run_;
  const Sweep& sweep_;
  const std::vector<SweepPoint>& points_;
  double measured_, greatest_ = 0, least_factor_ = 1, factors_ = 1;
  Chart chart_;
};

}  // namespace

NamedChart sweep_chart(const Run& run, const Sweep& sweep, const std::vector<SweepPoint>& points) {
  return {"How long the run takes if " + sweep.what + " is multiplied; pale: the interval",
          SweepChart(run, sweep, points).draw()};
}

NamedChart sensitivity_chart(const Run& run, const std::vector<Gain>& gains) {
  BarChart chart;
  chart.title = "Saved if it took 1 % less";
  for (const Gain& gain : gains) {
    if (!(gain.likely() > 0)) continue;
    if (chart.bars.size() == kMostBars) {
      ++chart.left_out;
      continue;
    }
    chart.bars.push_back({.label = gain.what,
                          .amount = gain.likely(),
                          .text = gain.saved ? human_time(*gain.saved, run.unit)
                                             : "up to " + human_time(gain.high, run.unit),
                          .note = gain.share ? fmt::format("{:.2f} %", 100 * *gain.share) : ""});
  }
  return {"What would be saved if each took 1 % less", draw_bars(chart)};
}

}  // namespace paje::tools
