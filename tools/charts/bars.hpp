// A chart of bars from left to right, one for each row, with words next to each.
#pragma once

#include <string>
#include <vector>

#include "charts/chart.hpp"

namespace paje::tools {

struct Bar {
  std::string label;
  double amount = 0;  ///< not below 0, unless bars go both ways
  std::string text;   ///< after the bar
  std::string note;   ///< paler, after the text
  std::string style = "bar";
  std::string tooltip;
  uint32_t depth = 0;  ///< the label is that many steps to the right
};

struct BarChart {
  std::string title;
  std::vector<Bar> bars;
  double whole = 0;  ///< what a bar of full length is; 0: the largest amount
  bool shows_whole = false;
  bool is_both_ways = false;  ///< amounts below 0 go to the left
  std::size_t left_out = 0;   ///< further rows, which are counted
  double width = kChartWidth;
};

Chart draw_bars(const BarChart& chart);

}  // namespace paje::tools
