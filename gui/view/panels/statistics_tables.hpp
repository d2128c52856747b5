// Statistics of a range as tables.
#pragma once

#include "paje/time_unit.hpp"
#include "view/panels/shown_statistics.hpp"
#include "view/panels/table_model.hpp"

namespace paje::gui {

/// Titles for a choice between tables, in the order of the enumeration.
QStringList statistics_table_names();

/// Times of the trace count in `unit`.
TableContent table_of(const Trace& trace, const ShownStatistics& statistics, StatisticsTable table,
                      TimeUnit unit = TimeUnit::seconds);

}  // namespace paje::gui
