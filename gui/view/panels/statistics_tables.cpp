#include "view/panels/statistics_tables.hpp"

#include <QCoreApplication>

#include "model/lod/variable_scale.hpp"
#include "model/number_text.hpp"
#include "model/rows/row_layout.hpp"

namespace paje::gui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("StatisticsTable", text); }

Cell text_cell(std::string_view text) {
  return {QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), 0};
}
Cell name_cell(const Name& name) { return text_cell(name.text); }
Cell path_cell(const Trace& trace, ContainerId id) {
  return {QString::fromStdString(container_path(trace, id)), 0};
}
Cell count_cell(uint64_t count) {
  return {QString::fromStdString(count_text(count)), static_cast<double>(count)};
}
Cell share_cell(double share) { return {QString::fromStdString(percent_text(share)), share}; }
Cell number_cell(double number) { return {QString::fromStdString(short_text(number)), number}; }

TableContent::Column text_column(const char* title, const char* tip) {
  return {tr(title), false, false, false, tr(tip), {}};
}
TableContent::Column number_column(const char* title, const char* tip, bool has_bar = false) {
  return {tr(title), true, has_bar, false, tr(tip), {}};
}
TableContent::Column time_column(const char* title, const char* tip, bool has_bar = false) {
  return {tr(title), true, has_bar, true, tr(tip), {}};
}
Cell time_cell(double time) { return {{}, time}; }

TableContent states_table(const Trace& trace, const std::vector<StateStatistics>& lines,
                          bool has_containers, TimeUnit unit) {
  TableContent table;
  if (has_containers) table.columns.push_back(text_column("Container", "Whose states these are"));
  table.columns.push_back(text_column("Type", "The type of the states"));
  table.columns.push_back(
      text_column("Value", "The value of the states; click for the longest one"));
  table.columns.push_back(time_column(
      "Time", "Time within the range, with what is nested in the states (inclusive)", true));
  table.columns.push_back(
      time_column("Exclusive", "Time within the range without the states directly inside", true));
  table.columns.push_back(number_column(
      "Share",
      has_containers ? "Exclusive time, of the length of the range"
                     : "Exclusive time, of the length of the range times the rows that have states "
                       "of the type in it",
      true));
  table.columns.push_back(number_column("Count", "States that have a part within the range"));
  table.columns.push_back(time_column("Mean", "Time divided by count"));
  table.columns.push_back(time_column("Least", "The shortest part within the range"));
  table.columns.push_back(time_column("Median", "Half of the parts are at most as long"));
  table.columns.push_back(time_column("90 %", "Nine of ten parts are at most as long"));
  table.columns.push_back(time_column("99 %", "99 of 100 parts are at most as long"));
  table.columns.push_back(time_column("Greatest", "The longest part within the range"));
  if (!has_containers) {
    table.columns.push_back(number_column(
        "Balance",
        "Mean time of the rows with states of the type, divided by the most; 100 % is even"));
  }
  for (const StateStatistics& line : lines) {
    std::vector<Cell> row;
    if (has_containers) row.push_back(path_cell(trace, line.container));
    row.push_back(name_cell(trace[line.type].name));
    row.push_back(name_cell(trace[line.value].name));
    row.push_back(time_cell(line.seconds));
    row.push_back(time_cell(line.exclusive));
    row.push_back(share_cell(line.share));
    row.push_back(count_cell(line.count));
    for (const double seconds :
         {line.mean, line.least, line.median, line.p90, line.p99, line.greatest}) {
      row.push_back(time_cell(seconds));
    }
    // Of no time there is no balance.
    if (!has_containers) row.push_back(line.seconds > 0 ? share_cell(line.balance) : Cell{});
    table.rows.push_back(std::move(row));
  }
  unify_times(table, unit);
  return table;
}

TableContent variables_table(const Trace& trace, const std::vector<VariableStatistics>& lines) {
  TableContent table;
  table.columns = {text_column("Container", "Whose variable it is"),
                   text_column("Type", "The variable"),
                   text_column("Unit", "Of its values, as its name has it in brackets"),
                   number_column("Mean", "Over the time in the range that it has a value", true),
                   number_column("Least", "The least value in the range"),
                   number_column("Greatest", "The greatest value in the range"),
                   number_column("Integral", "Value times time, within the range", true),
                   number_column("Pieces", "Stretches of one value that reach into the range")};
  for (const VariableStatistics& line : lines) {
    table.rows.push_back({path_cell(trace, line.container), name_cell(trace[line.type].name),
                          text_cell(unit_in(trace[line.type].name.text)),
                          number_cell(line.summary.mean()), number_cell(line.summary.least),
                          number_cell(line.summary.greatest), number_cell(line.summary.integral),
                          count_cell(line.count)});
  }
  return table;
}

TableContent events_table(const Trace& trace, const std::vector<EventStatistics>& lines) {
  TableContent table;
  table.columns = {text_column("Container", "Where the events are"),
                   text_column("Type", "The type of the events"),
                   text_column("Value", "The value of the events"),
                   number_column("Count", "Events within the range", true)};
  for (const EventStatistics& line : lines) {
    table.rows.push_back({path_cell(trace, line.container), name_cell(trace[line.type].name),
                          name_cell(trace[line.value].name), count_cell(line.count)});
  }
  return table;
}

TableContent traffic_table(const Trace& trace, const std::vector<TrafficStatistics>& lines,
                           TimeUnit unit) {
  TableContent table;
  table.columns = {
      text_column("From", "The container where the links start"),
      text_column("To", "The container where the links end"),
      text_column("Type", "The type of the links"),
      number_column("Count", "Links that reach into the range", true),
      time_column("Time", "Of whole links, also where they reach beyond the range", true),
      time_column("Mean", "Time divided by count")};
  for (const TrafficStatistics& line : lines) {
    table.rows.push_back({path_cell(trace, line.from), path_cell(trace, line.to),
                          name_cell(trace[line.type].name), count_cell(line.count),
                          time_cell(line.seconds),
                          time_cell(line.seconds / static_cast<double>(line.count))});
  }
  unify_times(table, unit);
  return table;
}

TableContent messages_table(const Trace& trace, const std::vector<ObjectRef>& messages,
                            TimeUnit unit) {
  TableContent table;
  table.columns = {text_column("From", "The container where the link starts; click to select it"),
                   text_column("To", "The container where the link ends"),
                   text_column("Value", "The value of the link"),
                   number_column("Start", "As it is in the trace"),
                   time_column("Time", "From its start to its end, also beyond the range", true),
                   text_column("Key", "What joins its two ends in the trace")};
  constexpr std::size_t kStart = 3;
  table.columns[kStart].unit = QString::fromStdString(std::string(spelling(unit)));
  const LinkColumns links = trace.links();
  for (const ObjectRef& link : messages) {
    const double start = links.start[link.row];
    table.rows.push_back({path_cell(trace, links.start_container[link.row]),
                          path_cell(trace, links.end_container[link.row]),
                          name_cell(trace[links.value[link.row]].name),
                          {QString::fromStdString(exact_text(start)), start},
                          time_cell(links.end[link.row] - start),
                          name_cell(trace.link_key(link.row))});
  }
  unify_times(table, unit);
  return table;
}

TableContent paths_table(const Trace& trace, const Flame& flame, TimeUnit unit) {
  TableContent table;
  table.columns = {
      text_column("Path", "A value and those around it; click for the longest state"),
      time_column("Time", "Within the range, with what is nested in the states (inclusive)", true),
      time_column("Exclusive", "Without the paths directly below", true),
      number_column("Share",
                    "Time, of that of all outermost states: the sum of the own share and the "
                    "shares of the paths directly below",
                    true),
      number_column("Own share", "Exclusive time, of that of all outermost states", true),
      number_column("Count", "States that have a part within the range"),
      time_column("Mean", "Time divided by count")};
  for (uint32_t i = 0; i < flame.boxes.size(); ++i) {
    const FlameBox& box = flame.boxes[i];
    const auto share = [&](double part) { return flame.seconds > 0 ? part / flame.seconds : 0; };
    table.rows.push_back({{QString::fromStdString(path_of(trace, flame, i)), 0},
                          time_cell(box.seconds),
                          time_cell(box.exclusive),
                          share_cell(share(box.seconds)),
                          share_cell(share(box.exclusive)),
                          count_cell(box.count),
                          time_cell(box.seconds / static_cast<double>(box.count))});
  }
  unify_times(table, unit);
  return table;
}

TableContent efficiencies_table(const Efficiencies& found, TimeUnit unit) {
  TableContent table;
  table.columns = {text_column("Efficiency", "Those of the POP project; they multiply"),
                   number_column("Part", "Of 1; what is missing is lost", true),
                   number_column("Time", "What they are made of"),
                   text_column("Means", "What it says")};
  const auto add = [&](const char* name, double part, const char* means) {
    table.rows.push_back({{tr(name), 0}, share_cell(part), {}, {tr(means), 0}});
  };
  add("Parallel", found.parallel, "useful time of all rows, of what all cores could have done");
  add("  Load balance", found.load_balance, "mean useful time of the rows, of the most");
  add("  Communication", found.communication, "the most useful time of a row, of the length");
  add("    Serialisation", found.serialisation, "without a network that takes time, nobody waits");
  add("    Transfer", found.transfer,
      "the length with a network that takes no time, of the length");
  const auto add_time = [&](const char* name, double time, const char* means) {
    table.rows.push_back({{tr(name), 0},
                          {},
                          {QString::fromStdString(duration_text(time, unit)), time},
                          {tr(means), 0}});
  };
  add_time("Length", found.length, "of the selection");
  add_time("Length, ideal network", found.ideal_length, "replayed with messages that take no time");
  add_time("Useful, mean", found.useful_average, "computing of a row");
  add_time("Useful, most", found.useful_maximum, "computing of the row with most");
  return table;
}

}  // namespace

QStringList statistics_table_names() {
  return {tr("Values"),   tr("Values by container"), tr("Variables"),   tr("Events"), tr("Links"),
          tr("Messages"), tr("Call paths"),          tr("Efficiencies")};
}

TableContent table_of(const Trace& trace, const ShownStatistics& statistics, StatisticsTable table,
                      TimeUnit unit) {
  const RangeStatistics& sums = statistics.sums;
  switch (table) {
    case StatisticsTable::values:
      return states_table(trace, sums.values, false, unit);
    case StatisticsTable::containers:
      return states_table(trace, sums.containers, true, unit);
    case StatisticsTable::variables:
      return variables_table(trace, sums.variables);
    case StatisticsTable::events:
      return events_table(trace, sums.events);
    case StatisticsTable::traffic:
      return traffic_table(trace, sums.traffic, unit);
    case StatisticsTable::messages:
      if (statistics.messages) return messages_table(trace, *statistics.messages, unit);
      break;
    case StatisticsTable::paths:
      if (statistics.flame) return paths_table(trace, *statistics.flame, unit);
      break;
    case StatisticsTable::efficiencies:
      if (statistics.efficiencies) return efficiencies_table(*statistics.efficiencies, unit);
      break;
  }
  return {};
}

}  // namespace paje::gui
