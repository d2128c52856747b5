// A chart of columns side by side, over a range of numbers: iterations, histograms, time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "charts/chart.hpp"
#include "paje/time_unit.hpp"

namespace paje::tools {

struct Column {
  double amount = 0;
  bool is_marked = false;
  std::string tooltip;
};

/// What the numbers of an axis are.
struct Axis {
  std::string title;
  bool is_time = false;  ///< else it counts
  TimeUnit unit = TimeUnit::seconds;
};

struct ColumnChart {
  std::string title;
  std::vector<Column> columns;  ///< all equally wide
  double start = 0, end = 1;    ///< what is under the first one's left and the last one's right
  Axis across, up;
  std::optional<double> reference;  ///< a line across, with a name
  std::string reference_name;
  double width = kChartWidth;
  double height = 190;
};

/// Where there are more columns than places of two pixels, each shows the largest of some, and is
/// marked if one of them is.
Chart draw_columns(const ColumnChart& chart);

/// Draws a line with labels for numbers from `start` to `end` below `plot`.
void draw_axis(const Box& plot, double start, double end, const Axis& axis, Chart& to);

}  // namespace paje::tools
