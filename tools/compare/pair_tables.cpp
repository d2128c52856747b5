#include "compare/pair_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"
#include "compare/tables.hpp"

namespace paje::tools {

namespace {

std::string rest_text(std::size_t shown, std::size_t all) {
  if (shown >= all) return {};
  return fmt::format("  and {} more {}\n", with_separators(all - shown),
                     all - shown == 1 ? "row" : "rows");
}

template <class Rows>
double largest_stretch(const Runs& runs, const Rows& rows) {
  double most = 0;
  for (const auto& row : rows) most = std::max(most, std::abs(row.stretch()));
  return runs.times.shows(most) ? most : 0;
}

// Of quantities that may be of any size.
std::string number(double value) { return fmt::format("{:.6g}", value); }
std::string signed_number(double value) { return value == 0 ? "0" : fmt::format("{:+.6g}", value); }

std::string part_text(double a, double b) {
  if (a == b) return "0";
  return a == 0 || !std::isfinite(b / a) ? ""
                                         : fmt::format("{:+.3g}%", 100 * (b - a) / std::abs(a));
}

template <class Visit>
void for_each_swap(const Comparison& comparison, Visit&& visit) {
  for (const TrackComparison& track : comparison.tracks) {
    for (const StateSwap& swap : track.swaps) visit(track, swap);
  }
}

}  // namespace

LinkName link_name(const Runs& runs, const LinkPair& pair) {
  const LinkColumns links = runs.a.links();
  const EntityValue& value = runs.a[links.value[pair.row_a]];
  return {runs.a[value.type].name.text, value.name.text, runs.a.link_key(pair.row_a).text,
          container_path(runs.a, links.start_container[pair.row_a]),
          container_path(runs.a, links.end_container[pair.row_a])};
}

SwapNames swap_names(const Runs& runs, const TrackComparison& track, const StateSwap& swap) {
  return {runs.name_in_a(track, swap.first_in_a), runs.name_in_a(track, swap.second_in_a)};
}

uint64_t count_swaps(const Comparison& comparison) {
  uint64_t count = 0;
  for (const TrackComparison& track : comparison.tracks) count += track.swaps.size();
  return count;
}

std::string channel_table(const Runs& runs, std::size_t top) {
  const auto& rows = runs.comparison.links.channels;
  const double most = largest_stretch(runs, rows);
  TextTable table(
      {"link", "from", "to", ">pairs", ">in A", ">in B", ">difference", "", "largest of a pair"});
  const std::size_t shown = std::min(top, rows.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const ChannelDifference& row = rows[i];
    std::string longest;
    if (runs.times.shows(row.longest.stretch())) {
      longest = fmt::format("{} at {}", runs.times.difference(row.longest.stretch()),
                            runs.times.time(row.longest.start_a));
    }
    table.add({row.value, row.from, row.to, with_separators(row.pairs),
               runs.times.time(row.duration_a), runs.times.time(row.duration_b),
               runs.times.difference(row.stretch()), bar_text(row.stretch(), most), longest});
  }
  return table.text() + rest_text(shown, rows.size());
}

std::string channel_csv(const Runs& runs) {
  std::string text =
      "link_type,link,from,to,pairs,in_a,in_b,difference,links_only_a,links_only_b,"
      "longest_difference,longest_start_a,longest_start_b\n";
  for (const ChannelDifference& row : runs.comparison.links.channels) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(row.type),
                        csv_field(row.value), csv_field(row.from), csv_field(row.to), row.pairs,
                        row.duration_a, row.duration_b, row.stretch(), row.only_a, row.only_b,
                        row.longest.stretch(), row.longest.start_a, row.longest.start_b);
  }
  return text;
}

std::string link_table(const Runs& runs, std::size_t top) {
  const auto& rows = runs.comparison.links.longest;
  const double most = largest_stretch(runs, rows);
  TextTable table(
      {"link", "from", "to", ">in A at", ">in B at", ">lasts in A", ">in B", ">difference", ""});
  const std::size_t shown = std::min(top, rows.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const LinkPair& row = rows[i];
    const LinkName name = link_name(runs, row);
    table.add({std::string(name.value), name.from, name.to, runs.times.time(row.start_a),
               runs.times.time(row.start_b), runs.times.time(row.duration_a),
               runs.times.time(row.duration_b), runs.times.difference(row.stretch()),
               bar_text(row.stretch(), most)});
  }
  return table.text() + rest_text(shown, rows.size());
}

std::string link_csv(const Runs& runs) {
  std::string text =
      "link_type,link,key,from,to,start_a,start_b,duration_a,duration_b,difference\n";
  for (const LinkPair& row : runs.comparison.links.longest) {
    const LinkName name = link_name(runs, row);
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csv_field(name.type), csv_field(name.value),
                    csv_field(name.key), csv_field(name.from), csv_field(name.to), row.start_a,
                    row.start_b, row.duration_a, row.duration_b, row.stretch());
  }
  return text;
}

std::string variable_table(const Runs& runs, std::size_t top) {
  const auto& rows = runs.comparison.variables;
  TextTable table({"container", "variable", ">mean in A", ">in B", ">difference", ">",
                   ">integral in A", ">in B", ">largest difference", ">in A at", ">in B at"});
  const std::size_t shown = std::min(top, rows.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const VariableComparison& row = rows[i];
    const bool differs = row.largest() != 0;
    table.add({row.path, row.type, number(row.mean_a), number(row.mean_b),
               signed_number(row.mean_b - row.mean_a), part_text(row.mean_a, row.mean_b),
               number(row.integral_a), number(row.integral_b), signed_number(row.largest()),
               differs ? runs.times.time(row.time_a) : "",
               differs ? runs.times.time(row.time_b) : ""});
  }
  return table.text() + rest_text(shown, rows.size());
}

std::string variable_csv(const Runs& runs) {
  std::string text =
      "container,variable,mean_a,mean_b,integral_a,integral_b,largest_difference,value_a,value_b,"
      "time_a,time_b\n";
  for (const VariableComparison& row : runs.comparison.variables) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(row.path),
                        csv_field(row.type), row.mean_a, row.mean_b, row.integral_a, row.integral_b,
                        row.largest(), row.value_a, row.value_b, row.time_a, row.time_b);
  }
  return text;
}

std::string swap_table(const Runs& runs, std::size_t top) {
  TextTable table({"container", ">in A at", ">in B at", "first in A", "first in B"});
  std::size_t count = 0;
  for_each_swap(runs.comparison, [&](const TrackComparison& track, const StateSwap& swap) {
    if (count++ >= top) return;
    const SwapNames names = swap_names(runs, track, swap);
    table.add({track.path, runs.times.time(swap.time_a), runs.times.time(swap.time_b),
               std::string(names.first), std::string(names.second)});
  });
  return table.text() + rest_text(top, count);
}

std::string swap_csv(const Runs& runs) {
  std::string text = "container,state_type,time_a,time_b,first_in_a,first_in_b\n";
  for_each_swap(runs.comparison, [&](const TrackComparison& track, const StateSwap& swap) {
    const SwapNames names = swap_names(runs, track, swap);
    text += fmt::format("{},{},{},{},{},{}\n", csv_field(track.path), csv_field(track.type),
                        swap.time_a, swap.time_b, csv_field(names.first), csv_field(names.second));
  });
  return text;
}

}  // namespace paje::tools
