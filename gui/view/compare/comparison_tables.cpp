#include "view/compare/comparison_tables.hpp"

#include <QCoreApplication>
#include <cmath>

#include "model/number_text.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

QString table_text(const char* text) {
  return QCoreApplication::translate("ComparisonTable", text);
}

Cell text_cell(const std::string& text) { return {QString::fromStdString(text), 0}; }
Cell count_cell(uint64_t count) {
  return {QString::fromStdString(count_text(count)), static_cast<double>(count)};
}
// A length of time: its column gives it a unit.
Cell time_cell(double time) {
  // What sums of doubles leave over is nothing.
  return {{}, std::abs(time) < 1e-12 ? 0 : time};
}
TableContent::Column time_column(const char* title, bool has_bar = false) {
  return {.title = table_text(title), .is_number = true, .has_bar = has_bar, .is_time = true};
}
// When something is, as the trace counts.
TableContent::Column at_column(const char* title, const RunAlignment& alignment) {
  return {.title = table_text(title),
          .is_number = true,
          .unit = shown_text(spelling(alignment.unit()))};
}

Cell at_cell(const RunAlignment& alignment, int slot, double time) {
  const double absolute = alignment.absolute(slot, time);
  return {QString::fromStdString(short_text(absolute)), absolute};
}

std::string name_of(const Comparison& comparison, uint32_t value) {
  return value == 0 ? table_text("(idle)").toStdString() : comparison.values[value].name;
}

TableContent values_table(const Comparison& comparison) {
  TableContent table;
  table.columns = {{table_text("Value")},
                   time_column("Longer by", true),
                   time_column("in pairs", true),
                   time_column("time only in second run", true),
                   time_column("time only in first run", true),
                   {table_text("Pairs"), true},
                   {table_text("States only in second run"), true},
                   {table_text("States only in first run"), true},
                   {table_text("Most in")}};
  for (const ValueDifference& value : comparison.by_value) {
    const bool has_track = value.leading_track < comparison.tracks.size();
    table.rows.push_back({text_cell(name_of(comparison, value.value)),
                          time_cell(value.time.total()), time_cell(value.time.stretch()),
                          time_cell(value.time.only_b), time_cell(value.time.only_a),
                          count_cell(value.pairs), count_cell(value.only_b),
                          count_cell(value.only_a),
                          text_cell(has_track ? comparison.tracks[value.leading_track].path : "")});
  }
  return table;
}

TableContent regions_table(const RunAlignment& alignment) {
  const Comparison& comparison = alignment.comparison();
  TableContent table;
  table.columns = {{table_text("Container")},
                   time_column("Longer by", true),
                   at_column("First run at", alignment),
                   time_column("for"),
                   at_column("Second run at", alignment),
                   time_column("for"),
                   {table_text("Most of it")}};
  for (const Region& region : comparison.regions) {
    table.rows.push_back(
        {text_cell(comparison.tracks[region.track].path), time_cell(region.gain()),
         at_cell(alignment, 0, region.start_a), time_cell(region.end_a - region.start_a),
         at_cell(alignment, 1, region.start_b), time_cell(region.end_b - region.start_b),
         text_cell(region.values.empty() ? "" : name_of(comparison, region.values.front().value))});
  }
  return table;
}

TableContent tracks_table(const Comparison& comparison) {
  TableContent table;
  table.columns = {{table_text("Container")},
                   time_column("Longer by", true),
                   {table_text("Alike"), true, true},
                   {table_text("Pairs"), true},
                   {table_text("Unequal"), true},
                   {table_text("States only in second run"), true},
                   {table_text("States only in first run"), true},
                   {table_text("Changed places"), true},
                   {table_text("Most of it")}};
  for (const TrackComparison& track : comparison.tracks) {
    table.rows.push_back(
        {text_cell(track.path), time_cell(track.time.total()),
         Cell{QString::fromStdString(percent_text(track.similarity)), track.similarity},
         count_cell(track.matches), count_cell(track.mismatches), count_cell(track.gaps_b),
         count_cell(track.gaps_a), count_cell(track.swaps.size()),
         text_cell(track.values.empty() ? "" : name_of(comparison, track.values.front().value))});
  }
  return table;
}

std::string name_of_row(const TraceModel& run, ValueId value) {
  return std::string(run.trace()[value].name.text);
}

// Swaps of all tracks, one after the other.
struct FoundSwap {
  uint32_t track = 0;
  const StateSwap* swap = nullptr;
};
std::vector<FoundSwap> swaps_of(const Comparison& comparison) {
  std::vector<FoundSwap> found;
  for (uint32_t track = 0; track < comparison.tracks.size(); ++track) {
    for (const StateSwap& swap : comparison.tracks[track].swaps) found.push_back({track, &swap});
  }
  return found;
}

TableContent swaps_table(const RunAlignment& alignment) {
  TableContent table;
  table.columns = {{table_text("Container")},
                   at_column("First run at", alignment),
                   at_column("Second run at", alignment),
                   {table_text("First in the first")},
                   {table_text("First in the second")}};
  const StateColumns states = alignment.run(0).trace().states();
  for (const auto& [number, swap] : swaps_of(alignment.comparison())) {
    const TrackComparison& track = alignment.comparison().tracks[number];
    const auto name = [&](uint32_t row) {
      return text_cell(name_of_row(alignment.run(0), states.value[track.a.first + row]));
    };
    table.rows.push_back({text_cell(track.path), at_cell(alignment, 0, swap->time_a),
                          at_cell(alignment, 1, swap->time_b), name(swap->first_in_a),
                          name(swap->second_in_a)});
  }
  return table;
}

TableContent links_table(const RunAlignment& alignment) {
  TableContent table;
  table.columns = {{table_text("Link")},
                   {table_text("From")},
                   {table_text("To")},
                   time_column("Longer by", true),
                   at_column("First run at", alignment),
                   time_column("for"),
                   at_column("Second run at", alignment),
                   time_column("for")};
  const Trace& trace = alignment.run(0).trace();
  const LinkColumns links = trace.links();
  for (const LinkPair& pair : alignment.comparison().links.longest) {
    table.rows.push_back({text_cell(name_of_row(alignment.run(0), links.value[pair.row_a])),
                          text_cell(container_path(trace, links.start_container[pair.row_a])),
                          text_cell(container_path(trace, links.end_container[pair.row_a])),
                          time_cell(pair.stretch()), at_cell(alignment, 0, pair.start_a),
                          time_cell(pair.duration_a), at_cell(alignment, 1, pair.start_b),
                          time_cell(pair.duration_b)});
  }
  return table;
}

TableContent variables_table(const RunAlignment& alignment) {
  TableContent table;
  table.columns = {{table_text("Container")},
                   {table_text("Variable")},
                   {table_text("Mean in first"), true},
                   {table_text("in second"), true},
                   {table_text("Larger by"), true, true},
                   {table_text("Integral in first"), true},
                   {table_text("in second"), true},
                   {table_text("Largest difference"), true, true},
                   at_column("First run at", alignment),
                   at_column("Second run at", alignment)};
  const auto number = [](double value) {
    return Cell{QString::fromStdString(short_text(value)), value};
  };
  for (const VariableComparison& row : alignment.comparison().variables) {
    table.rows.push_back({text_cell(row.path), text_cell(row.type), number(row.mean_a),
                          number(row.mean_b), number(row.mean_b - row.mean_a),
                          number(row.integral_a), number(row.integral_b), number(row.largest()),
                          at_cell(alignment, 0, row.time_a), at_cell(alignment, 1, row.time_b)});
  }
  return table;
}

}  // namespace

QStringList comparison_table_names() {
  return {table_text("Values"), table_text("Places"), table_text("Containers"),
          table_text("Swaps"),  table_text("Links"),  table_text("Variables")};
}

namespace {

TableContent content_of(const RunAlignment& alignment, ComparisonTable table) {
  switch (table) {
    case ComparisonTable::values:
      return values_table(alignment.comparison());
    case ComparisonTable::regions:
      return regions_table(alignment);
    case ComparisonTable::tracks:
      return tracks_table(alignment.comparison());
    case ComparisonTable::swaps:
      return swaps_table(alignment);
    case ComparisonTable::links:
      return links_table(alignment);
    case ComparisonTable::variables:
      return variables_table(alignment);
  }
  return {};
}

}  // namespace

TableContent table_of(const RunAlignment& alignment, ComparisonTable table) {
  TableContent content = content_of(alignment, table);
  unify_times(content, alignment.unit());
  return content;
}

namespace {

class PlaceFinder {
 public:
  explicit PlaceFinder(const RunAlignment& alignment)
      : alignment_(alignment), comparison_(alignment.comparison()) {}

  [[nodiscard]] std::optional<ComparedPlace> of_region(const Region& region) const {
    return of_track(region.track, span(0, region.start_a, region.end_a),
                    span(1, region.start_b, region.end_b));
  }
  [[nodiscard]] std::optional<ComparedPlace> of_whole_track(uint32_t number) const {
    const TrackComparison& track = comparison_.tracks[number];
    ComparedPlace place = of_track(number, {}, {});
    if (track.a.container.valid()) place.spans[0] = span(0, 0, track.length_a);
    if (track.b.container.valid()) place.spans[1] = span(1, 0, track.length_b);
    return place;
  }
  // The pair that grew or shrank most; without pairs, where the track that differs most does so
  // first.
  [[nodiscard]] std::optional<ComparedPlace> of_value(const ValueDifference& value) const {
    if (value.pairs > 0) {
      return of_moment(value.worst.track, value.worst.time_a, value.worst.time_b);
    }
    if (value.leading_track >= comparison_.tracks.size()) return {};
    const auto& first = comparison_.tracks[value.leading_track].first_divergence;
    if (!first) return {};
    return of_moment(value.leading_track, first->time_a, first->time_b);
  }
  [[nodiscard]] std::optional<ComparedPlace> of_swap(std::size_t row) const {
    const std::vector<FoundSwap> swaps = swaps_of(comparison_);
    if (row >= swaps.size()) return {};
    return of_moment(swaps[row].track, swaps[row].swap->time_a, swaps[row].swap->time_b);
  }
  [[nodiscard]] std::optional<ComparedPlace> of_link(const LinkPair& pair) const {
    const ContainerId a = alignment_.run(0).trace().links().start_container[pair.row_a];
    const ContainerId b = alignment_.run(1).trace().links().start_container[pair.row_b];
    return ComparedPlace{{a, b},
                         {span(0, pair.start_a, pair.start_a + pair.duration_a),
                          span(1, pair.start_b, pair.start_b + pair.duration_b)}};
  }
  [[nodiscard]] std::optional<ComparedPlace> of_variable(const VariableComparison& row) const {
    return ComparedPlace{{row.container_a, row.container_b},
                         {span(0, row.time_a, row.time_a), span(1, row.time_b, row.time_b)}};
  }

 private:
  [[nodiscard]] TimeSpan span(int slot, double start, double end) const {
    return {alignment_.absolute(slot, start), alignment_.absolute(slot, end)};
  }
  [[nodiscard]] ComparedPlace of_track(uint32_t track, const std::optional<TimeSpan>& a,
                                       const std::optional<TimeSpan>& b) const {
    return {{alignment_.container(0, track), alignment_.container(1, track)}, {a, b}};
  }
  [[nodiscard]] ComparedPlace of_moment(uint32_t track, double time_a, double time_b) const {
    return of_track(track, span(0, time_a, time_a), span(1, time_b, time_b));
  }

  const RunAlignment& alignment_;
  const Comparison& comparison_;
};

}  // namespace

std::optional<ComparedPlace> place_of(const RunAlignment& alignment, ComparisonTable table,
                                      std::size_t row) {
  const Comparison& comparison = alignment.comparison();
  const PlaceFinder places(alignment);
  const auto of_row = [&](const auto& rows, auto&& place) -> std::optional<ComparedPlace> {
    if (row >= rows.size()) return {};
    return place(rows[row]);
  };
  switch (table) {
    case ComparisonTable::values:
      return of_row(comparison.by_value, [&](const auto& value) { return places.of_value(value); });
    case ComparisonTable::regions:
      return of_row(comparison.regions,
                    [&](const auto& region) { return places.of_region(region); });
    case ComparisonTable::tracks:
      if (row >= comparison.tracks.size()) return {};
      return places.of_whole_track(static_cast<uint32_t>(row));
    case ComparisonTable::swaps:
      return places.of_swap(row);
    case ComparisonTable::links:
      return of_row(comparison.links.longest,
                    [&](const auto& pair) { return places.of_link(pair); });
    case ComparisonTable::variables:
      return of_row(comparison.variables,
                    [&](const auto& variable) { return places.of_variable(variable); });
  }
  return {};
}

QString lengths_text(const RunAlignment& alignment, bool begins_sentence) {
  const auto tr = [](const char* text) {
    return QCoreApplication::translate("ComparisonTables", text);
  };
  const double longer = alignment.longer();
  const QString difference =
      QString::fromStdString(duration_text(std::abs(longer), alignment.unit()));
  QString runs = tr("both runs are equally long");
  if (longer < 0) runs = tr("the second run is shorter by %1").arg(difference);
  if (longer > 0) runs = tr("the second run is longer by %1").arg(difference);
  if (begins_sentence) runs[0] = runs[0].toUpper();
  return tr("%1; %2 of the states alike")
      .arg(runs, QString::fromStdString(percent_text(alignment.comparison().similarity)));
}

}  // namespace paje::gui
