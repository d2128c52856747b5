#include "view/comparison_tables.hpp"

#include <QCoreApplication>
#include <cmath>

#include "model/number_text.hpp"

namespace paje::gui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ComparisonTable", text); }

Cell text_cell(const std::string& text) { return {QString::fromStdString(text), 0}; }
Cell count_cell(uint64_t count) {
  return {QString::fromStdString(count_text(count)), static_cast<double>(count)};
}
Cell time_cell(double time, TimeUnit unit) {
  // What sums of doubles leave over is nothing.
  if (std::abs(time) < 1e-12) time = 0;
  const std::string text = duration_text(std::abs(time), unit);
  return {QString::fromStdString(time < 0 ? "-" + text : text), time};
}

std::string name_of(const Comparison& comparison, uint32_t value) {
  return value == 0 ? tr("(idle)").toStdString() : comparison.values[value].name;
}

TableContent values_table(const Comparison& comparison, TimeUnit unit) {
  TableContent table;
  table.columns = {{tr("Value")},
                   {tr("Longer by"), true, true},
                   {tr("in pairs"), true, true},
                   {tr("only second"), true, true},
                   {tr("only first"), true, true},
                   {tr("Pairs"), true},
                   {tr("Only second"), true},
                   {tr("Only first"), true},
                   {tr("Most in")}};
  for (const ValueDifference& value : comparison.by_value) {
    const bool has_flow = value.leading_flow < comparison.flows.size();
    table.rows.push_back({text_cell(name_of(comparison, value.value)),
                          time_cell(value.time.total(), unit),
                          time_cell(value.time.stretch(), unit), time_cell(value.time.only_b, unit),
                          time_cell(value.time.only_a, unit), count_cell(value.pairs),
                          count_cell(value.only_b), count_cell(value.only_a),
                          text_cell(has_flow ? comparison.flows[value.leading_flow].path : "")});
  }
  return table;
}

TableContent regions_table(const RunAlignment& alignment) {
  const TimeUnit unit = alignment.unit();
  const Comparison& comparison = alignment.comparison();
  TableContent table;
  table.columns = {{tr("Container")}, {tr("Longer by"), true, true}, {tr("First run at"), true},
                   {tr("for"), true}, {tr("Second run at"), true},   {tr("for"), true},
                   {tr("Most of it")}};
  for (const Region& region : comparison.regions) {
    const auto at = [&](int slot, double time) {
      const double absolute = alignment.absolute(slot, time);
      return Cell{QString::fromStdString(short_text(absolute) + " " + std::string(spelling(unit))),
                  absolute};
    };
    table.rows.push_back(
        {text_cell(comparison.flows[region.flow].path), time_cell(region.gain(), unit),
         at(0, region.start_a), time_cell(region.end_a - region.start_a, unit),
         at(1, region.start_b), time_cell(region.end_b - region.start_b, unit),
         text_cell(region.values.empty() ? "" : name_of(comparison, region.values.front().value))});
  }
  return table;
}

TableContent flows_table(const Comparison& comparison, TimeUnit unit) {
  TableContent table;
  table.columns = {{tr("Container")},         {tr("Longer by"), true, true},
                   {tr("Alike"), true, true}, {tr("Pairs"), true},
                   {tr("Unequal"), true},     {tr("Only second"), true},
                   {tr("Only first"), true},  {tr("Most of it")}};
  for (const FlowComparison& flow : comparison.flows) {
    table.rows.push_back(
        {text_cell(flow.path), time_cell(flow.time.total(), unit),
         Cell{QString::fromStdString(percent_text(flow.similarity)), flow.similarity},
         count_cell(flow.matches), count_cell(flow.mismatches), count_cell(flow.gaps_b),
         count_cell(flow.gaps_a),
         text_cell(flow.values.empty() ? "" : name_of(comparison, flow.values.front().value))});
  }
  return table;
}

}  // namespace

QStringList comparison_table_names() { return {tr("Values"), tr("Places"), tr("Containers")}; }

TableContent table_of(const RunAlignment& alignment, ComparisonTable table) {
  switch (table) {
    case ComparisonTable::values:
      return values_table(alignment.comparison(), alignment.unit());
    case ComparisonTable::regions:
      return regions_table(alignment);
    case ComparisonTable::flows:
      return flows_table(alignment.comparison(), alignment.unit());
  }
  return {};
}

std::optional<ComparedPlace> place_of(const RunAlignment& alignment, ComparisonTable table,
                                      std::size_t row) {
  const Comparison& comparison = alignment.comparison();
  const auto span = [&](int slot, double start, double end) {
    return TimeSpan{alignment.absolute(slot, start), alignment.absolute(slot, end)};
  };
  if (table == ComparisonTable::regions && row < comparison.regions.size()) {
    const Region& region = comparison.regions[row];
    return ComparedPlace{
        region.flow,
        {span(0, region.start_a, region.end_a), span(1, region.start_b, region.end_b)}};
  }
  if (table == ComparisonTable::flows && row < comparison.flows.size()) {
    const FlowComparison& flow = comparison.flows[row];
    ComparedPlace place{static_cast<uint32_t>(row), {}};
    if (flow.a.container.valid()) place.spans[0] = span(0, 0, flow.length_a);
    if (flow.b.container.valid()) place.spans[1] = span(1, 0, flow.length_b);
    return place;
  }
  if (table != ComparisonTable::values || row >= comparison.by_value.size()) return {};
  const ValueDifference& value = comparison.by_value[row];
  if (value.pairs > 0) {
    // The pair that grew or shrank most.
    return ComparedPlace{value.worst.flow,
                         {span(0, value.worst.time_a, value.worst.time_a),
                          span(1, value.worst.time_b, value.worst.time_b)}};
  }
  // No pairs: where the flow that differs most does so first.
  if (value.leading_flow >= comparison.flows.size()) return {};
  const auto& first = comparison.flows[value.leading_flow].first_divergence;
  if (!first) return {};
  return ComparedPlace{
      value.leading_flow,
      {span(0, first->time_a, first->time_a), span(1, first->time_b, first->time_b)}};
}

}  // namespace paje::gui
