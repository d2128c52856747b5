// A matrix of colours: how much goes from each row to each column.
#pragma once

#include <string>
#include <vector>

#include "charts/chart.hpp"

namespace paje::tools {

struct MatrixEntry {
  uint32_t row = 0, column = 0;
  double amount = 0;
  double messages = 0;
};

struct MatrixChart {
  std::string title;
  std::vector<std::string> names;  ///< of rows and of columns
  std::vector<MatrixEntry> entries;
  bool has_bytes = false;  ///< amounts are bytes; else messages
};

/// At most 64 rows and columns; each stands for as many names as needed.
Chart draw_matrix(const MatrixChart& chart);

}  // namespace paje::tools
