#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "picture/canvas.hpp"
#include "scaling/tables.hpp"

namespace paje::tools {

namespace {

constexpr Color kInk{0.25F, 0.25F, 0.25F, 1};
constexpr Color kPale{0.85F, 0.85F, 0.85F, 1};
constexpr double kWidth = 900, kHeight = 420, kMargin = 56, kTextSize = 11, kPoint = 5;

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;
  Color color;
  bool is_thin = false;
};

// One plot with axes from 0.
class Plot {
 public:
  Plot(Canvas& canvas, Box box, std::string title, std::vector<Curve> curves)
      : canvas_(canvas), box_(box), title_(std::move(title)), curves_(std::move(curves)) {
    for (const Curve& curve : curves_) {
      for (const auto& [x, y] : curve.points) {
        greatest_x_ = std::max(greatest_x_, x);
        if (!curve.is_thin) greatest_y_ = std::max(greatest_y_, y);
      }
    }
    greatest_x_ *= 1.05;
    greatest_y_ *= 1.1;
  }

  void draw() {
    draw_axes();
    double y = box_.y + 8;
    for (const Curve& curve : curves_) {
      draw_curve(curve);
      if (curve.name.empty()) continue;
      canvas_.fill({box_.x + 10, y, 10, 10}, curve.color, curve.name);
      canvas_.text(box_.x + 26, y + 9, Anchor::start, kTextSize, curve.name);
      y += 16;
    }
  }

 private:
  [[nodiscard]] double x_of(double x) const { return box_.x + box_.width * x / greatest_x_; }
  [[nodiscard]] double y_of(double y) const {
    return box_.y + box_.height * (1 - std::min(1.0, y / greatest_y_));
  }

  void draw_axes() {
    const Ruler across = ruler_for(0, greatest_x_, 6), up = ruler_for(0, greatest_y_, 6);
    for (double x = 0; x <= greatest_x_; x += across.step) {
      canvas_.line(x_of(x), box_.y, x_of(x), box_.y + box_.height, kPale, 1);
      canvas_.text(x_of(x), box_.y + box_.height + 15, Anchor::middle, kTextSize,
                   fmt::format("{:g}", x));
    }
    for (double y = 0; y <= greatest_y_; y += up.step) {
      canvas_.line(box_.x, y_of(y), box_.x + box_.width, y_of(y), kPale, 1);
      canvas_.text(box_.x - 6, y_of(y) + 4, Anchor::end, kTextSize, fmt::format("{:g}", y));
    }
    canvas_.text(box_.x, box_.y - 10, Anchor::start, 13, title_);
    canvas_.text(box_.x + box_.width / 2, box_.y + box_.height + 32, Anchor::middle, kTextSize,
                 "cores");
  }

  void draw_curve(const Curve& curve) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const auto& [x, y] = curve.points[i];
      if (i > 0) {
        const auto& [last_x, last_y] = curve.points[i - 1];
        canvas_.line(x_of(last_x), y_of(last_y), x_of(x), y_of(y), curve.color,
                     curve.is_thin ? 1 : 2);
      }
      if (curve.is_thin) continue;
      canvas_.fill({x_of(x) - kPoint / 2, y_of(y) - kPoint / 2, kPoint, kPoint}, curve.color,
                   fmt::format("{:g} cores: {:.4g}", x, y));
    }
  }

  Canvas& canvas_;
  Box box_;
  std::string title_;
  std::vector<Curve> curves_;
  double greatest_x_ = 1e-300, greatest_y_ = 1e-300;
};

}  // namespace

std::string scaling_picture(const std::vector<FamilyScaling>& families) {
  std::vector<Curve> times, speed_ups;
  double most = 0;
  for (std::size_t i = 0; i < families.size(); ++i) {
    Curve time{families[i].name, {}, palette_color(i), false}, speed_up = time;
    for (const Configuration& one : families[i].configurations) {
      time.points.emplace_back(one.cores, one.time.mean);
      speed_up.points.emplace_back(one.cores, one.speed_up);
      most = std::max(most, one.cores);
    }
    const double first = families[i].configurations.front().cores;
    speed_ups.push_back({"", {{first, 1}, {most, most / first}}, kInk, true});
    times.push_back(std::move(time));
    speed_ups.push_back(std::move(speed_up));
  }
  const auto canvas = svg_canvas(kWidth, kHeight);
  const double width = kWidth / 2 - 1.4 * kMargin, height = kHeight - 2 * kMargin;
  Plot(*canvas, {kMargin, kMargin * 0.8, width, height}, "Time, s", times).draw();
  Plot(*canvas, {kWidth / 2 + kMargin, kMargin * 0.8, width, height},
       "Speed-up; thin: in proportion to cores", speed_ups)
      .draw();
  return canvas->finish();
}

}  // namespace paje::tools
