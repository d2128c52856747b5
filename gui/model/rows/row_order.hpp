// The order that rows were given by hand, as paths of containers: what is kept of it in a file,
// which may be used with another run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/rows/row_layout.hpp"

namespace paje::gui {

/// Containers that were moved by hand, with all their siblings, in their order; empty if there are
/// none.
std::vector<std::string> order_by_hand(const TraceModel& run, const RowOptions& options);

/// Places that give siblings this order. What the trace does not have is passed over.
std::map<ContainerId, double> places_in_order(const Trace& trace,
                                              const std::vector<std::string>& paths);

}  // namespace paje::gui
