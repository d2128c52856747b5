// A plot with logarithmic axes, on which what is in proportion is straight.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "picture/canvas.hpp"

namespace paje::tools {

struct PlotPoint {
  double x = 1;
  double y = 1;
  double low = 0, high = 0;  ///< a bar from here to there; both 0: none
};

struct PlotCurve {
  std::string name;  ///< at its end; empty: none
  std::vector<PlotPoint> points;
  Color color;
  bool is_reference = false;  ///< thin, without points; does not widen the axes
  bool has_points = true;
};

struct LogPlot {
  std::string title;
  std::vector<PlotCurve> curves;
  bool is_share = false;  ///< up from 0 to 100 %, evenly; else logarithmic
  std::string across = "cores";
  /// What to call a number of the axis across; empty: the number.
  std::function<std::string(double)> label;
  /// Of the axis across, ascending, which is from the first to the last at least; empty: where
  /// points are.
  std::vector<double> ticks;
};

/// Draws into the box, and the words of the axes around it. Points that are not above 0 are gaps.
void draw_plot(Canvas& canvas, const Box& box, const LogPlot& plot);

}  // namespace paje::tools
