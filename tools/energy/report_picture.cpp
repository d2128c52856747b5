#include "energy/report_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "energy/commands.hpp"
#include "picture/canvas.hpp"

namespace paje::tools {

namespace {

constexpr double kWidth = 900;
constexpr double kLeft = 90;
constexpr double kRight = 170;  // for the legend
constexpr double kPanel = 170;
constexpr double kGap = 56;
constexpr double kTextSize = 11;
constexpr double kTitleSize = 13;
constexpr std::size_t kMostPanels = 20;
constexpr std::size_t kMostDevices = 24;  // in the legend
constexpr double kGreatestShown = 1e300;  // axes go no further
constexpr int kMostMarks = 100;
constexpr Color kInk{0.25F, 0.25F, 0.25F, 1};
constexpr Color kPale{0.85F, 0.85F, 0.85F, 1};

class ReportPicture {
 public:
  explicit ReportPicture(std::span<const PowerRun> runs) : runs_(runs) {
    for (const PowerRun& run : runs_) {
      for (const MeasuredVariable& one : run.variables) {
        if (one.is_power) colors_.try_emplace(one.device, colors_.size());
      }
    }
    panels_ = std::min(runs.size(), kMostPanels);
  }

  std::string draw() {
    const double height = kGap + static_cast<double>(panels_ + 1) * (kPanel + kGap);
    canvas_ = svg_canvas(kWidth, height);
    draw_legend();
    Box box{kLeft, kGap / 2 + kTitleSize, kWidth - kLeft - kRight, kPanel};
    for (std::size_t i = 0; i < panels_; ++i) {
      draw_curves(runs_[i], box);
      box.y += kPanel + kGap;
    }
    draw_bars(box);
    return canvas_->finish();
  }

 private:
  [[nodiscard]] Color color_of(const std::string& device) const {
    return palette_color(colors_.at(device));
  }
  void draw_legend() {
    double y = kGap / 2 + kTitleSize;
    std::vector<std::string> devices(colors_.size());
    for (const auto& [device, number] : colors_) devices[number] = device;
    for (std::size_t i = 0; i < std::min(devices.size(), kMostDevices); ++i) {
      const double x = kWidth - kRight + 16;
      canvas_->fill({x, y, 10, 10}, color_of(devices[i]), devices[i]);
      canvas_->text(x + 16, y + 9, Anchor::start, kTextSize,
                    fitting(devices[i], kTextSize, kRight - 40));
      y += 17;
    }
    if (devices.size() > kMostDevices) {
      canvas_->text(kWidth - kRight + 16, y + 9, Anchor::start, kTextSize,
                    fmt::format("and {} more", devices.size() - kMostDevices));
    }
  }
  // Lines and labels of an axis from 0 to `most`, in `unit`; returns the end of the axis.
  double draw_axis(const Box& box, double most, std::string_view unit) {
    const double step = step_for(std::min(most, kGreatestShown));
    const double marks = std::max(1.0, std::ceil(std::min(most, kGreatestShown) / step - 1e-9));
    const double end = marks * step;
    for (double i = 0; i <= marks; ++i) {
      const double mark = i * step;
      const double y = box.y + box.height * (1 - mark / end);
      canvas_->line(box.x, y, box.x + box.width, y, kPale, 1);
      canvas_->text(box.x - 6, y + 4, Anchor::end, kTextSize, fmt::format("{:g} {}", mark, unit));
    }
    return end;
  }
  // 1, 2 or 5 times a power of ten, for about four marks.
  static double step_for(double most) {
    if (!(most > 0)) return 1;
    const double power = std::pow(10, std::floor(std::log10(most / 4)));
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (power * factor * 4 >= most) return power * factor;
    }
    return power * 10;
  }
  void draw_title(const Box& box, std::string_view words) {
    canvas_->text(box.x, box.y - 8, Anchor::start, kTitleSize,
                  fitting(words, kTitleSize, box.width));
  }

  void draw_curves(const PowerRun& run, const Box& box) {
    double most = 0, first = 0, last = 0;
    bool is_first = true;
    for (const MeasuredVariable& one : run.variables) {
      if (!one.is_power) continue;
      most = std::max(most, one.statistics.greatest);
      first = is_first ? one.samples.front().time : std::min(first, one.samples.front().time);
      last = is_first ? one.end : std::max(last, one.end);
      is_first = false;
    }
    draw_title(box, "Power: " + run.name);
    const double end = draw_axis(box, most, "W");
    const Ruler ruler = ruler_for(first, std::max(last, first + 1e-9), 8);
    for (int i = 0; i < kMostMarks; ++i) {
      const double mark = ruler.first + i * ruler.step;
      if (!(mark <= last)) break;
      const double x = box.x + box.width * (mark - first) / std::max(last - first, 1e-9);
      canvas_->text(x, box.y + box.height + 16, Anchor::middle, kTextSize,
                    ruler.label(mark == 0 ? 0 : mark) + " " + ruler.unit_name);
    }
    for (const MeasuredVariable& one : run.variables) {
      if (one.is_power) draw_curve(one, box, first, last, end);
    }
    canvas_->line(box.x, box.y + box.height, box.x + box.width, box.y + box.height, kInk, 1);
  }
  // As trapezoids have it: straight lines between samples. Of more samples than pixels, the least
  // and the greatest of each pixel.
  void draw_curve(const MeasuredVariable& one, const Box& box, double first, double last,
                  double most) {
    const double scale = box.width / std::max(last - first, 1e-9);
    const auto x_of = [&](double time) { return box.x + (time - first) * scale; };
    const auto y_of = [&](double value) { return box.y + box.height * (1 - value / most); };
    const Color color = color_of(one.device);
    double x = x_of(one.samples.front().time), y = y_of(one.samples.front().value);
    for (std::size_t i = 1; i < one.samples.size();) {
      const double next_x = x_of(one.samples[i].time);
      double low = one.samples[i].value, high = low, next = low;
      for (++i; i < one.samples.size() && x_of(one.samples[i].time) < next_x + 1; ++i) {
        next = one.samples[i].value;
        low = std::min(low, next);
        high = std::max(high, next);
      }
      canvas_->line(x, y, next_x, y_of(high), color, 1.5);
      if (low < high) canvas_->line(next_x, y_of(high), next_x, y_of(low), color, 1.5);
      x = next_x;
      y = y_of(next);
    }
    canvas_->line(x, y, x_of(one.end), y, color, 1.5);
  }

  // A bar for each run, of one piece for each device.
  void draw_bars(const Box& box) {
    double most = 0;
    for (const PowerRun& run : runs_) most = std::max(most, run.trapezoids);
    draw_title(box, "Energy by run");
    const double thousand = most >= 1e6 ? 1e6 : most >= 1e3 ? 1e3 : 1;
    const double end = thousand * draw_axis(box, most / thousand,
                                            thousand == 1     ? "J"
                                            : thousand == 1e3 ? "kJ"
                                                              : "MJ");
    const double slot = box.width / static_cast<double>(runs_.size());
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      double y = box.y + box.height;
      const double x = box.x + slot * static_cast<double>(i);
      for (const MeasuredVariable& one : runs_[i].variables) {
        if (!one.is_power || one.is_sum) continue;
        const double height = box.height * one.statistics.trapezoids / end;
        y -= height;
        canvas_->fill({x + slot * 0.15, y, slot * 0.7, height}, color_of(one.device),
                      one.device + ": " + joules_text(one.statistics.trapezoids));
      }
      canvas_->text(x + slot / 2, box.y + box.height + 16, Anchor::middle, kTextSize,
                    fitting(runs_[i].name, kTextSize, slot - 4));
    }
    canvas_->line(box.x, box.y + box.height, box.x + box.width, box.y + box.height, kInk, 1);
  }

  std::span<const PowerRun> runs_;
  std::map<std::string, std::size_t> colors_;
  std::size_t panels_ = 0;
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace

std::string report_picture(std::span<const PowerRun> runs) { return ReportPicture(runs).draw(); }

}  // namespace paje::tools
