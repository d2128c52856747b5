// Which container had which value when, all containers side by side (pj_dump -p).
#pragma once

#include <string_view>

#include "paje/table.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// For each interval between two consecutive distinct times of the trace's events, one line
/// `start,end,duration` followed by `,container/type/value` for every container that has a current
/// value of `type` (the innermost state, the variable's value), in the table's order.
void write_current_values(const Trace& trace, std::string_view type, const TableOptions& options,
                          const TextSink& sink);

}  // namespace paje::tools
