// Statistics of a range as tables.
#pragma once

#include "model/statistics/statistics.hpp"
#include "paje/time_unit.hpp"
#include "view/panels/table_model.hpp"

namespace paje::gui {

enum class StatisticsTable { values, containers, variables, events, traffic };

/// Titles for a choice between tables, in the order of the enumeration.
QStringList statistics_table_names();

/// Times of the trace count in `unit`.
TableContent table_of(const Trace& trace, const RangeStatistics& statistics, StatisticsTable table,
                      TimeUnit unit = TimeUnit::seconds);

}  // namespace paje::gui
