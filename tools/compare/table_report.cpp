// One table of a comparison, as text or as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"
#include "compare/pair_tables.hpp"
#include "compare/report.hpp"
#include "compare/tables.hpp"

namespace paje::tools {

namespace {

// Rows that are shown of that many, and a line that counts the others.
std::string rest_text(const Runs& runs, std::size_t shown, std::size_t all, double rest) {
  if (shown == all) return {};
  return fmt::format("  and {} more rows: {}\n", with_separators(all - shown),
                     runs.times.difference(rest));
}

template <class Rows, class Amount>
double largest(const Runs& runs, const Rows& rows, Amount&& amount) {
  double most = 0;
  for (const auto& row : rows) most = std::max(most, std::abs(amount(row)));
  return runs.times.shows(most) ? most : 0;
}

std::string place_of(const Runs& runs, uint32_t track) {
  return runs.comparison.tracks[track].path;
}

std::string value_table(const Runs& runs, std::size_t top) {
  const auto& rows = runs.comparison.by_value;
  const auto amount = [](const ValueDifference& row) { return row.time.total(); };
  const double most = largest(runs, rows, amount);
  TextTable table(
      {"state", ">in A", ">in B", ">difference", "", ">pairs", "most in", "largest of a pair"});
  double rest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ValueDifference& row = rows[i];
    if (i >= top) {
      rest += amount(row);
      continue;
    }
    std::string where;
    if (runs.times.shows(row.leading_total)) {
      where = fmt::format("{} {:.0f}%", place_of(runs, row.leading_track),
                          100 * std::abs(row.leading_total) / row.sum_of_amounts);
    }
    std::string worst;
    if (runs.times.shows(row.worst.stretch)) {
      worst = fmt::format("{} at {} in {}", runs.times.difference(row.worst.stretch),
                          runs.times.time(row.worst.time_a), place_of(runs, row.worst.track));
    }
    if (row.only_a + row.only_b != 0) {
      worst += fmt::format("{}{} only in A, {} only in B", worst.empty() ? "" : "; ",
                           with_separators(row.only_a), with_separators(row.only_b));
    }
    table.add({row.value == 0 ? "(idle)" : runs.value_name(row.value),
               runs.times.time(row.time.in_a + row.time.only_a),
               runs.times.time(row.time.in_b + row.time.only_b), runs.times.difference(amount(row)),
               bar_text(amount(row), most), row.value == 0 ? "" : with_separators(row.pairs), where,
               worst});
  }
  return table.text() + rest_text(runs, std::min(top, rows.size()), rows.size(), rest);
}

std::string track_table(const Runs& runs, std::size_t top) {
  std::vector<const TrackComparison*> rows;
  for (const TrackComparison& track : runs.comparison.tracks) rows.push_back(&track);
  const auto amount = [](const TrackComparison* row) { return row->time.total(); };
  std::stable_sort(rows.begin(), rows.end(), [&](const auto* x, const auto* y) {
    return std::abs(amount(x)) > std::abs(amount(y));
  });
  const double most = largest(runs, rows, amount);
  TextTable table({"container", ">similarity", ">in A", ">in B", ">difference", "", "states",
                   "first different state"});
  double rest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TrackComparison& row = *rows[i];
    if (i >= top) {
      rest += amount(&row);
      continue;
    }
    std::string first = row.in_both() ? "" : row.a.container.valid() ? "only in A" : "only in B";
    if (row.first_divergence) {
      first = fmt::format("{}: {}", runs.times.time(row.first_divergence->time_a),
                          divergence_text(runs, row));
    }
    const bool in_a = row.a.container.valid();
    const bool in_b = row.b.container.valid();
    table.add({row.path,
               row.is_equal() ? "1" : fmt::format("{:.4f}", std::min(row.similarity, 0.9999)),
               in_a ? runs.times.time(row.length_a) : "", in_b ? runs.times.time(row.length_b) : "",
               row.in_both() ? runs.times.difference(amount(&row)) : "",
               bar_text(amount(&row), most), amounts_text(runs, row.values, 2), first});
  }
  return table.text() + rest_text(runs, std::min(top, rows.size()), rows.size(), rest);
}

std::string region_table(const Runs& runs, std::size_t top) {
  const auto& rows = runs.comparison.regions;
  const double most = largest(runs, rows, [](const Region& row) { return row.gain(); });
  TextTable table(
      {"container", ">in A from", ">to", ">in B from", ">to", ">difference", "", "states"});
  double rest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Region& row = rows[i];
    if (i >= top) {
      rest += row.gain();
      continue;
    }
    table.add({place_of(runs, row.track), runs.times.time(row.start_a), runs.times.time(row.end_a),
               runs.times.time(row.start_b), runs.times.time(row.end_b),
               runs.times.difference(row.gain()), bar_text(row.gain(), most),
               amounts_text(runs, row.values, 3)});
  }
  std::string text = table.text() + rest_text(runs, std::min(top, rows.size()), rows.size(), rest);
  if (runs.times.shows(runs.comparison.outside_regions)) {
    text += fmt::format("  and elsewhere: {}\n",
                        runs.times.difference(runs.comparison.outside_regions));
  }
  return text;
}

std::string time_table(const Runs& runs) {
  const auto& rows = runs.comparison.slices;
  const double most = largest(runs, rows, [](const TimeSlice& row) { return row.total; });
  TextTable table({">in A from", ">to", ">difference", "", "states"});
  for (const TimeSlice& row : rows) {
    table.add({runs.times.time(row.start), runs.times.time(row.end),
               runs.times.difference(row.total), bar_text(row.total, most),
               amounts_text(runs, row.values, 3)});
  }
  return table.text();
}

std::string value_csv(const Runs& runs) {
  std::string text =
      "state_type,state,in_a,in_b,difference,stretch,only_a,only_b,pairs,states_only_a,"
      "states_only_b,worst_stretch,worst_container,worst_time_a,worst_time_b\n";
  for (const ValueDifference& row : runs.comparison.by_value) {
    const ComparedValue& value = runs.comparison.values[row.value];
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(value.type),
                        csv_field(value.name), row.time.in_a + row.time.only_a,
                        row.time.in_b + row.time.only_b, row.time.total(), row.time.stretch(),
                        row.time.only_a, row.time.only_b, row.pairs, row.only_a, row.only_b,
                        row.worst.stretch, csv_field(place_of(runs, row.worst.track)),
                        row.worst.time_a, row.worst.time_b);
  }
  return text;
}

std::string track_csv(const Runs& runs) {
  std::string text =
      "container,state_type,in,similarity,score,states_a,states_b,pairs,unequal_pairs,states_only_"
      "a,"
      "states_only_b,length_a,length_b,difference,stretch,only_a,only_b,first_divergence_a,"
      "first_divergence_b,swaps\n";
  for (const TrackComparison& row : runs.comparison.tracks) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},", csv_field(row.path),
                        csv_field(row.type),
                        row.in_both()             ? "both"
                        : row.a.container.valid() ? "A"
                                                  : "B",
                        row.similarity, row.score, row.a.size(), row.b.size(), row.matches,
                        row.mismatches, row.gaps_a, row.gaps_b, row.length_a, row.length_b,
                        row.time.total(), row.time.stretch(), row.time.only_a, row.time.only_b);
    text += row.first_divergence
                ? fmt::format("{},{},", row.first_divergence->time_a, row.first_divergence->time_b)
                : ",,";
    text += fmt::format("{}\n", row.swaps.size());
  }
  return text;
}

std::string region_csv(const Runs& runs) {
  std::string text = "container,start_a,end_a,start_b,end_b,difference,state,of_state\n";
  for (const Region& row : runs.comparison.regions) {
    text += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(place_of(runs, row.track)),
                        row.start_a, row.end_a, row.start_b, row.end_b, row.gain(),
                        row.values.empty() ? "" : csv_field(runs.value_name(row.values[0].value)),
                        row.values.empty() ? 0 : row.values[0].amount);
  }
  return text;
}

std::string time_csv(const Runs& runs) {
  std::string text = "start_a,end_a,difference,state,of_state\n";
  for (const TimeSlice& row : runs.comparison.slices) {
    text += fmt::format("{},{},{},{},{}\n", row.start, row.end, row.total,
                        row.values.empty() ? "" : csv_field(runs.value_name(row.values[0].value)),
                        row.values.empty() ? 0 : row.values[0].amount);
  }
  return text;
}

}  // namespace

std::string table_text(const Runs& runs, Grouping by, std::size_t top) {
  if (top == 0) top = SIZE_MAX;
  switch (by) {
    case Grouping::track:
      return track_table(runs, top);
    case Grouping::region:
      return region_table(runs, top);
    case Grouping::time:
      return time_table(runs);
    case Grouping::channel:
      return channel_table(runs, top);
    case Grouping::link:
      return link_table(runs, top);
    case Grouping::variable:
      return variable_table(runs, top);
    case Grouping::swap:
      return swap_table(runs, top);
    default:
      return value_table(runs, top);
  }
}

std::string table_csv(const Runs& runs, Grouping by) {
  switch (by) {
    case Grouping::track:
      return track_csv(runs);
    case Grouping::region:
      return region_csv(runs);
    case Grouping::time:
      return time_csv(runs);
    case Grouping::channel:
      return channel_csv(runs);
    case Grouping::link:
      return link_csv(runs);
    case Grouping::variable:
      return variable_csv(runs);
    case Grouping::swap:
      return swap_csv(runs);
    default:
      return value_csv(runs);
  }
}

}  // namespace paje::tools
