// A plot of numbers over cores, with logarithmic axes, on which what is in proportion is straight.
#pragma once

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
};

struct LogPlot {
  std::string title;
  std::vector<PlotCurve> curves;
  bool is_share = false;  ///< up from 0 to 100 %, evenly; else logarithmic
};

/// Draws into the box, and the words of the axes around it. Leaves out points that are not above 0.
void draw_plot(Canvas& canvas, const Box& box, const LogPlot& plot);

}  // namespace paje::tools
