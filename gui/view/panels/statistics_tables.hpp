// Statistics of a range as tables for people.
#pragma once

#include "model/statistics/statistics.hpp"
#include "view/panels/table_model.hpp"

namespace paje::gui {

enum class StatisticsTable { values, containers, variables, events, traffic };

/// Titles for a choice between tables, in the order of the enumeration.
QStringList statistics_table_names();

TableContent table_of(const Trace& trace, const RangeStatistics& statistics, StatisticsTable table);

}  // namespace paje::gui
