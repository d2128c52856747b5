#include "charts/log_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace paje::tools {

namespace {

constexpr Color kPale{0.85F, 0.85F, 0.85F, 1};
constexpr double kTextSize = 11, kPoint = 5;

struct Axis {
  bool is_log = true;
  double low = 1, high = 2;

  /// 0 at the low end, 1 at the high one; outside of both for what is beyond.
  [[nodiscard]] double place(double number) const {
    if (!is_log) return (number - low) / (high - low);
    return std::log(number / low) / std::log(high / low);
  }
};

bool is_drawn(const PlotPoint& point) { return point.x > 0 && point.y > 0; }

// Numbers 1, 2 and 5 times powers of ten, as many as fit, or else the powers.
std::vector<double> ticks_of(const Axis& axis) {
  std::vector<double> ticks;
  if (!axis.is_log) {
    for (int i = 0; i <= 5; ++i) ticks.push_back(axis.low + (axis.high - axis.low) * i / 5);
    return ticks;
  }
  const bool few = axis.high / axis.low < 500;
  for (double power = std::pow(10, std::floor(std::log10(axis.low))); power <= axis.high;
       power *= 10) {
    for (const double factor : {1., 2., 5.}) {
      const double tick = power * factor;
      if ((few || factor == 1) && tick >= axis.low && tick <= axis.high) ticks.push_back(tick);
    }
  }
  return ticks;
}

class Drawing {
 public:
  Drawing(Canvas& canvas, const Box& box, const LogPlot& plot)
      : canvas_(canvas), box_(box), plot_(plot) {
    measure();
  }

  void draw() {
    draw_grid();
    for (const PlotCurve& curve : plot_.curves) draw_curve(curve);
    draw_names();
  }

 private:
  void measure() {
    double low_x = std::numeric_limits<double>::infinity(), high_x = 0,
           low_y = std::numeric_limits<double>::infinity(), high_y = 0;
    bool found = false;
    for (const PlotCurve& curve : plot_.curves) {
      if (curve.is_reference) continue;
      for (const PlotPoint& point : curve.points) {
        if (!is_drawn(point)) continue;
        found = true;
        if (plot_.ticks.empty()) ticks_.insert(point.x);
        low_x = std::min(low_x, point.x);
        high_x = std::max(high_x, point.x);
        low_y = std::min({low_y, point.y, point.low > 0 ? point.low : point.y});
        high_y = std::max({high_y, point.y, point.high});
      }
    }
    if (!found) return;
    // A little room at the ends; of one point, something to both sides.
    const double room = std::max(1.06, std::pow(high_x / low_x, 0.04));
    across_ = {true, low_x / room, high_x * room};
    if (!plot_.ticks.empty()) {
      across_.low = std::min(across_.low, plot_.ticks.front() / room);
      across_.high = std::max(across_.high, plot_.ticks.back() * room);
    }
    for (const double tick : plot_.ticks) {
      if (tick >= across_.low && tick <= across_.high) ticks_.insert(tick);
    }
    up_ = plot_.is_share ? Axis{false, 0, std::max(1.0, high_y)}
                         : Axis{true, low_y / 1.25, high_y * 1.25};
  }

  [[nodiscard]] double x_of(double x) const { return box_.x + box_.width * across_.place(x); }
  [[nodiscard]] double y_of(double y) const {
    return box_.y + box_.height * (1 - std::clamp(up_.place(y), 0.0, 1.0));
  }

  [[nodiscard]] std::string label_of(double x) const {
    return plot_.label ? plot_.label(x) : fmt::format("{:g}", x);
  }

  void draw_grid() {
    double free_from = -std::numeric_limits<double>::infinity();
    for (const double tick : ticks_) {
      const double x = x_of(tick);
      canvas_.line(x, box_.y, x, box_.y + box_.height, kPale, 1);
      const std::string label = label_of(tick);
      const double half = text_width(label, kTextSize) / 2;
      if (x - half < free_from) continue;
      canvas_.text(x, box_.y + box_.height + 15, Anchor::middle, kTextSize, label);
      free_from = x + half + 6;
    }
    for (const double tick : ticks_of(up_)) {
      canvas_.line(box_.x, y_of(tick), box_.x + box_.width, y_of(tick), kPale, 1);
      canvas_.text(box_.x - 6, y_of(tick) + 4, Anchor::end, kTextSize,
                   plot_.is_share ? fmt::format("{:g} %", std::round(100 * tick))
                                  : fmt::format("{:g}", tick));
    }
    canvas_.text(box_.x, box_.y - 10, Anchor::start, 13, plot_.title);
    canvas_.text(box_.x + box_.width / 2, box_.y + box_.height + 32, Anchor::middle, kTextSize,
                 plot_.across);
  }

  // The part of a line that is inside the box: lines end where they leave it.
  void draw_line(const PlotPoint& from, const PlotPoint& to, const Color& color, double width) {
    const double low = up_.place(from.y), high = up_.place(to.y);
    double first = 0, last = 1;
    if (low != high) {
      const double at_bottom = (0 - low) / (high - low), at_top = (1 - low) / (high - low);
      first = std::max(first, std::min(at_bottom, at_top));
      last = std::min(last, std::max(at_bottom, at_top));
    } else if (low < 0 || low > 1) {
      return;
    }
    if (first >= last) return;
    const double x1 = x_of(from.x), x2 = x_of(to.x);
    const auto y_at = [&](double part) {
      return box_.y + box_.height * (1 - (low + (high - low) * part));
    };
    canvas_.line(x1 + (x2 - x1) * first, y_at(first), x1 + (x2 - x1) * last, y_at(last), color,
                 width);
  }

  void draw_curve(const PlotCurve& curve) {
    const PlotPoint* last = nullptr;
    for (const PlotPoint& point : curve.points) {
      if (!is_drawn(point)) {
        last = nullptr;
        continue;
      }
      if (last != nullptr) draw_line(*last, point, curve.color, curve.is_reference ? 1 : 2);
      last = &point;
      if (curve.is_reference || !curve.has_points) continue;
      const double x = x_of(point.x);
      if (point.high > 0) {
        const double low = y_of(std::max(point.low, up_.low)), high = y_of(point.high);
        canvas_.line(x, low, x, high, curve.color, 1);
        for (const double y : {low, high}) canvas_.line(x - 4, y, x + 4, y, curve.color, 1);
      }
      const std::string value =
          plot_.is_share ? fmt::format("{:.1f} %", 100 * point.y) : fmt::format("{:.4g}", point.y);
      canvas_.fill(
          {x - kPoint / 2, y_of(point.y) - kPoint / 2, kPoint, kPoint}, curve.color,
          fmt::format("{}{}: {}", label_of(point.x), plot_.label ? "" : ' ' + plot_.across, value));
    }
  }

  // Right of the ends of curves, moved apart where they would lie on each other.
  void draw_names() {
    struct Name {
      double y;
      const PlotCurve* curve;
    };
    std::vector<Name> names;
    for (const PlotCurve& curve : plot_.curves) {
      const auto last = std::find_if(curve.points.rbegin(), curve.points.rend(), is_drawn);
      if (curve.name.empty() || last == curve.points.rend()) continue;
      names.push_back({y_of(last->y), &curve});
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const Name& a, const Name& b) { return a.y < b.y; });
    double lowest = -std::numeric_limits<double>::infinity();
    for (Name& name : names) {
      name.y = std::max(name.y, lowest + 14);
      lowest = name.y;
    }
    // Not below the box: from the last one upwards.
    double highest = box_.y + box_.height;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      name->y = std::min(name->y, highest);
      highest = name->y - 14;
    }
    for (const Name& name : names) {
      const double x = box_.x + box_.width + 6;
      canvas_.fill({x, name.y - 4, 8, 8}, name.curve->color, name.curve->name);
      canvas_.text(x + 12, name.y + 4, Anchor::start, kTextSize, name.curve->name);
    }
  }

  Canvas& canvas_;
  Box box_;
  const LogPlot& plot_;
  Axis across_, up_;
  std::set<double> ticks_;  // of the axis across
};

}  // namespace

void draw_plot(Canvas& canvas, const Box& box, const LogPlot& plot) {
  Drawing(canvas, box, plot).draw();
}

}  // namespace paje::tools
