// The tables of pj_predict as charts.
#pragma once

#include <vector>

#include "charts/chart.hpp"
#include "predict/report.hpp"

namespace paje::tools {

/// The length by the factor: a line, and a band from the least to the greatest.
NamedChart sweep_chart(const Run& run, const Sweep& sweep, const std::vector<SweepPoint>& points);
NamedChart sensitivity_chart(const Run& run, const std::vector<Gain>& gains);

}  // namespace paje::tools
