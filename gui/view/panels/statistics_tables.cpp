#include "view/panels/statistics_tables.hpp"

#include <QCoreApplication>

#include "model/number_text.hpp"
#include "model/rows/row_layout.hpp"

namespace paje::gui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("StatisticsTable", text); }

Cell name_cell(const Name& name) {
  return {QString::fromUtf8(name.text.data(), static_cast<qsizetype>(name.text.size())), 0};
}
Cell path_cell(const Trace& trace, ContainerId id) {
  return {QString::fromStdString(container_path(trace, id)), 0};
}
Cell count_cell(uint64_t count) {
  return {QString::fromStdString(count_text(count)), static_cast<double>(count)};
}
Cell time_cell(double time, TimeUnit unit) {
  return {QString::fromStdString(duration_text(time, unit)), time};
}
Cell share_cell(double share) { return {QString::fromStdString(percent_text(share)), share}; }
Cell number_cell(double number) { return {QString::fromStdString(short_text(number)), number}; }

TableContent states_table(const Trace& trace, const std::vector<StateStatistics>& lines,
                          bool has_containers, TimeUnit unit) {
  TableContent table;
  if (has_containers) table.columns.push_back({tr("Container")});
  for (const char* title : {"Type", "Value"}) table.columns.push_back({tr(title)});
  table.columns.push_back({tr("Time"), true, true});
  table.columns.push_back({tr("Share"), true, true});
  for (const char* title : {"Count", "Mean", "Least", "Median", "90 %", "99 %", "Greatest"}) {
    table.columns.push_back({tr(title), true});
  }
  if (!has_containers) table.columns.push_back({tr("Balance"), true});
  for (const StateStatistics& line : lines) {
    std::vector<Cell> row;
    if (has_containers) row.push_back(path_cell(trace, line.container));
    row.push_back(name_cell(trace[line.type].name));
    row.push_back(name_cell(trace[line.value].name));
    row.push_back(time_cell(line.seconds, unit));
    row.push_back(share_cell(line.share));
    row.push_back(count_cell(line.count));
    for (const double seconds :
         {line.mean, line.least, line.median, line.p90, line.p99, line.greatest}) {
      row.push_back(time_cell(seconds, unit));
    }
    if (!has_containers) row.push_back(share_cell(line.balance));
    table.rows.push_back(std::move(row));
  }
  return table;
}

TableContent variables_table(const Trace& trace, const std::vector<VariableStatistics>& lines) {
  TableContent table;
  table.columns = {{tr("Container")},   {tr("Type")},           {tr("Mean"), true, true},
                   {tr("Least"), true}, {tr("Greatest"), true}, {tr("Integral"), true, true},
                   {tr("Pieces"), true}};
  for (const VariableStatistics& line : lines) {
    table.rows.push_back({path_cell(trace, line.container), name_cell(trace[line.type].name),
                          number_cell(line.summary.mean()), number_cell(line.summary.least),
                          number_cell(line.summary.greatest), number_cell(line.summary.integral),
                          count_cell(line.count)});
  }
  return table;
}

TableContent events_table(const Trace& trace, const std::vector<EventStatistics>& lines) {
  TableContent table;
  table.columns = {{tr("Container")}, {tr("Type")}, {tr("Value")}, {tr("Count"), true, true}};
  for (const EventStatistics& line : lines) {
    table.rows.push_back({path_cell(trace, line.container), name_cell(trace[line.type].name),
                          name_cell(trace[line.value].name), count_cell(line.count)});
  }
  return table;
}

TableContent traffic_table(const Trace& trace, const std::vector<TrafficStatistics>& lines,
                           TimeUnit unit) {
  TableContent table;
  table.columns = {{tr("From")},
                   {tr("To")},
                   {tr("Type")},
                   {tr("Count"), true, true},
                   {tr("Time"), true, true},
                   {tr("Mean"), true}};
  for (const TrafficStatistics& line : lines) {
    table.rows.push_back({path_cell(trace, line.from), path_cell(trace, line.to),
                          name_cell(trace[line.type].name), count_cell(line.count),
                          time_cell(line.seconds, unit),
                          time_cell(line.seconds / static_cast<double>(line.count), unit)});
  }
  return table;
}

}  // namespace

QStringList statistics_table_names() {
  return {tr("Values"), tr("Values by container"), tr("Variables"), tr("Events"), tr("Links")};
}

TableContent table_of(const Trace& trace, const RangeStatistics& statistics, StatisticsTable table,
                      TimeUnit unit) {
  switch (table) {
    case StatisticsTable::values:
      return states_table(trace, statistics.values, false, unit);
    case StatisticsTable::containers:
      return states_table(trace, statistics.containers, true, unit);
    case StatisticsTable::variables:
      return variables_table(trace, statistics.variables);
    case StatisticsTable::events:
      return events_table(trace, statistics.events);
    case StatisticsTable::traffic:
      return traffic_table(trace, statistics.traffic, unit);
  }
  return {};
}

}  // namespace paje::gui
