// The first screen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"
#include "compare/pair_tables.hpp"
#include "compare/region_groups.hpp"
#include "compare/report.hpp"
#include "compare/tables.hpp"

namespace paje::tools {

namespace {

// How much a run differs in length, in words.
std::string verdict(const Runs& runs) {
  const Comparison& comparison = runs.comparison;
  const double a = comparison.length_a;
  const double b = comparison.length_b;
  if (!runs.times.shows(b - a)) return "Both runs are equally long.";
  std::string text = fmt::format("B is {} by {}", b > a ? "slower" : "faster",
                                 runs.time_with_unit(std::abs(b - a)));
  if (a > 0 && b > 0) {
    text += fmt::format(" ({:+.3g}%", 100 * (b - a) / a);
    const double times = std::max(a, b) / std::min(a, b);
    if (times >= 1.1 && std::isfinite(times))
      text += fmt::format(", {:.3g} times as {}", times, b > a ? "long" : "fast");
    text += ')';
  }
  return text + '.';
}

class Overview {
 public:
  Overview(const Runs& runs, std::size_t top)
      : runs_(runs), comparison_(runs.comparison), top_(top == 0 ? SIZE_MAX : top) {}

  std::string text() {
    add_runs();
    add_sameness();
    add_values();
    add_regions();
    add_divergences();
    add_swaps();
    add_partnerless();
    add_links();
    add_variables();
    return text_;
  }

 private:
  [[nodiscard]] std::string path(uint32_t track) const { return comparison_.tracks[track].path; }

  void add_runs() {
    uint64_t tracks_a = 0, tracks_b = 0, states_a = 0, states_b = 0;
    for (const TrackComparison& track : comparison_.tracks) {
      tracks_a += track.a.container.valid() ? 1 : 0;
      tracks_b += track.b.container.valid() ? 1 : 0;
      states_a += track.a.size();
      states_b += track.b.size();
    }
    TextTable table({"", "", ">", ">", ">"});
    table.add({"A", runs_.name_a, runs_.time_with_unit(comparison_.length_a) + " long,",
               counted(tracks_a, "track", "tracks") + ',', counted(states_a, "state", "states")});
    table.add({"B", runs_.name_b, runs_.time_with_unit(comparison_.length_b) + " long,",
               counted(tracks_b, "track", "tracks") + ',', counted(states_b, "state", "states")});
    const std::string lines = table.text();
    text_ += lines.substr(lines.find('\n') + 1);
    if (comparison_.origin_a != 0 || comparison_.origin_b != 0) {
      text_ += fmt::format(
          "Times count from the start: {} in A, {} in B{}.\n",
          runs_.time_with_unit(comparison_.origin_a), runs_.time_with_unit(comparison_.origin_b),
          comparison_.origin_a == comparison_.origin_b
              ? ""
              : fmt::format(
                    " (B starts {} {})",
                    runs_.time_with_unit(std::abs(comparison_.origin_b - comparison_.origin_a)),
                    comparison_.origin_b > comparison_.origin_a ? "later" : "earlier"));
    }
    text_ += '\n' + verdict(runs_) + '\n';
  }

  void add_sameness() {
    const auto equal =
        static_cast<std::size_t>(std::count_if(comparison_.tracks.begin(), comparison_.tracks.end(),
                                               [](const auto& f) { return f.is_equal(); }));
    if (comparison_.paired_tracks == 0) {
      text_ += "No track of A has a partner in B: try --match order, or --map.\n";
      return;
    }
    text_ +=
        equal == comparison_.paired_tracks
            ? (equal == 1 ? "The track has" : fmt::format("All {} tracks have", equal)) +
                  " the same states in the same order (similarity 1).\n"
            : fmt::format("{} of {} have the same states in the same order (similarity {:.6g}).\n",
                          with_separators(equal),
                          counted(comparison_.paired_tracks, "track", "tracks"),
                          std::min(comparison_.similarity, 0.999999));
  }

  void add_values() {
    if (comparison_.paired_tracks == 0) return;
    const bool any =
        std::any_of(comparison_.by_value.begin(), comparison_.by_value.end(),
                    [&](const auto& row) { return runs_.times.shows(row.time.total()); });
    if (!any) {
      text_ += "\nNo state takes more or less time in B.\n";
      return;
    }
    text_ += fmt::format("\nWhat differs, over all tracks: {} (B less A)\n",
                         runs_.times.difference(comparison_.time.total()));
    text_ += table_text(runs_, Grouping::value, top_);
  }

  void add_regions() {
    const auto groups = region_groups(runs_, top_);
    if (groups.empty()) return;
    text_ += "\nWhere\n";
    TextTable table(
        {"container", ">in A from", ">to", ">in B from", ">to", ">difference", "states"});
    double shown = 0;
    for (const RegionGroup& group : groups) {
      // What does not reach a hundredth of the first is not worth the place.
      if (std::abs(group.gain) < 0.01 * std::abs(groups[0].gain)) break;
      shown += group.gain;
      const Region& region = *group.largest;
      std::string where = path(region.track);
      if (group.regions > 1) where += fmt::format(" and {} more", group.regions - 1);
      table.add({where, runs_.times.time(region.start_a), runs_.times.time(region.end_a),
                 runs_.times.time(region.start_b), runs_.times.time(region.end_b),
                 runs_.times.difference(group.gain), amounts_text(runs_, group.values, 2)});
    }
    text_ += table.text();
    const double elsewhere = comparison_.time.total() - shown;
    if (runs_.times.shows(elsewhere)) {
      text_ += fmt::format("  and elsewhere: {}\n", runs_.times.difference(elsewhere));
    }
  }

  // Tracks that part from their partners at one time in one way are one line.
  void add_divergences() {
    struct Line {
      const TrackComparison* track;
      std::string what;
      std::size_t tracks = 0;
    };
    std::vector<Line> lines;
    std::size_t left_out = 0;
    for (const TrackComparison& track : comparison_.tracks) {
      if (!track.first_divergence) continue;
      const std::string what = divergence_text(runs_, track);
      auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& l) {
        return l.what == what &&
               std::abs(l.track->first_divergence->time_a - track.first_divergence->time_a) <=
                   0.01 * comparison_.length_a;
      });
      if (line == lines.end() && lines.size() == top_) {
        ++left_out;
        continue;
      }
      if (line == lines.end()) line = lines.insert(lines.end(), {&track, what});
      ++line->tracks;
    }
    if (lines.empty()) return;
    text_ += "\nFirst different states\n";
    TextTable table({"container", ">in A at", ">in B at", "what", ">similarity", ">differences"});
    for (const Line& line : lines) {
      std::string where = line.track->path;
      if (line.tracks > 1) where += fmt::format(" and {} more", line.tracks - 1);
      table.add({where, runs_.times.time(line.track->first_divergence->time_a),
                 runs_.times.time(line.track->first_divergence->time_b), line.what,
                 fmt::format("{:.4f}", std::min(line.track->similarity, 0.9999)),
                 with_separators(line.track->divergences)});
    }
    text_ += table.text();
    if (left_out != 0) {
      text_ += fmt::format("  and {}; see --by track\n", counted(left_out, "track", "tracks"));
    }
  }

  void add_swaps() {
    const uint64_t count = count_swaps(comparison_);
    if (count == 0) return;
    text_ += fmt::format("\nStates that changed places: {}\n", counted(count, "pair", "pairs"));
    text_ += table_text(runs_, Grouping::swap, top_);
  }

  void add_partnerless() {
    for (const bool of_a : {true, false}) {
      std::vector<const TrackComparison*> tracks;
      for (const TrackComparison& track : comparison_.tracks) {
        if (!track.in_both() && track.a.container.valid() == of_a) tracks.push_back(&track);
      }
      if (tracks.empty()) continue;
      text_ += fmt::format("\nOnly in {}: {}\n", of_a ? 'A' : 'B',
                           counted(tracks.size(), "track", "tracks"));
      TextTable table({"container", "state type", ">states", ">length"});
      for (std::size_t i = 0; i < std::min(top_, tracks.size()); ++i) {
        const TrackComparison& track = *tracks[i];
        table.add({track.path, track.type, with_separators(track.a.size() + track.b.size()),
                   runs_.times.time(track.length_a + track.length_b)});
      }
      text_ += table.text();
    }
  }

  void add_links() {
    const LinkComparison& links = comparison_.links;
    if (links.in_a + links.in_b == 0) return;
    text_ += fmt::format("\nLinks: {} in A, {} in B; they last {} in A, {} in B.\n",
                         with_separators(links.in_a), with_separators(links.in_b),
                         runs_.times.time(links.duration_a), runs_.times.time(links.duration_b));
    add_lost_links();
    if (!runs_.times.shows(links.paired_b - links.paired_a) &&
        std::none_of(links.channels.begin(), links.channels.end(),
                     [&](const auto& channel) { return runs_.times.shows(channel.stretch()); })) {
      return;
    }
    text_ += fmt::format("\nLinks that last longer or shorter: {} over {}\n",
                         runs_.times.difference(links.paired_b - links.paired_a),
                         counted(links.pairs, "pair", "pairs"));
    text_ += table_text(runs_, Grouping::channel, top_);
  }

  void add_lost_links() {
    const LinkComparison& links = comparison_.links;
    if (links.differences.empty()) return;
    TextTable table({"link", "from", "to", ">only in A", "first at", ">only in B", "first at"});
    const auto at = [&](const std::optional<double>& time) {
      return time ? runs_.times.time(*time) : "";
    };
    const std::size_t shown = std::min(top_, links.differences.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const ChannelDifference& channel = links.differences[i];
      table.add({channel.value, channel.from, channel.to, with_separators(channel.only_a),
                 at(channel.first_only_a), with_separators(channel.only_b),
                 at(channel.first_only_b)});
    }
    text_ += table.text();
    const std::size_t rest = links.differences.size() - shown;
    if (rest != 0) text_ += fmt::format("  and {} more\n", with_separators(rest));
  }

  // Only those that differ.
  void add_variables() {
    const auto differing = std::count_if(
        comparison_.variables.begin(), comparison_.variables.end(),
        [](const auto& row) { return row.mean_a != row.mean_b || row.largest() != 0; });
    if (comparison_.variables.empty()) return;
    const auto all = static_cast<uint64_t>(comparison_.variables.size());
    text_ += fmt::format("\nVariables: {} in both, {} differ\n", with_separators(all),
                         with_separators(static_cast<uint64_t>(differing)));
    if (differing != 0) text_ += table_text(runs_, Grouping::variable, top_);
  }

  const Runs& runs_;
  const Comparison& comparison_;
  std::size_t top_;
  std::string text_;
};

}  // namespace

std::string overview_text(const Runs& runs, std::size_t top) { return Overview(runs, top).text(); }

std::string divergence_text(const Runs& runs, const TrackComparison& track) {
  const Divergence& divergence = *track.first_divergence;
  if (!track.swaps.empty() && track.swaps[0].first == divergence.first) {
    const SwapNames names = swap_names(runs, track, track.swaps[0]);
    return fmt::format("{}, {} changed places", names.first, names.second);
  }
  const StateColumn& first = track.columns[divergence.first];
  if (first.in_a() && first.in_b()) {
    return fmt::format("{} in A, {} in B", runs.name_in_a(track, first.a),
                       runs.name_in_b(track, first.b));
  }
  std::string names;
  uint64_t count = 0;
  for (uint64_t i = divergence.first; i < divergence.first + divergence.length; ++i) {
    const StateColumn& column = track.columns[i];
    if (column.in_a() != first.in_a() || column.in_b() != first.in_b()) break;
    if (count++ >= 4) continue;
    names += names.empty() ? "" : ", ";
    names += first.in_a() ? runs.name_in_a(track, column.a) : runs.name_in_b(track, column.b);
  }
  std::string text = fmt::format("only in {}: {}", first.in_a() ? 'A' : 'B', names);
  if (count > 4) text += fmt::format(" and {} more", count - 4);
  return text;
}

}  // namespace paje::tools
