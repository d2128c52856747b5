// Everything that a comparison holds, except for the columns of the alignments.
#include "compare/pair_tables.hpp"
#include "compare/report.hpp"
#include "formats/text/json_writer.hpp"

namespace paje::tools {

namespace {

class JsonReport {
 public:
  explicit JsonReport(const Runs& runs) : runs_(runs), comparison_(runs.comparison) {}

  std::string text() {
    json_.begin_object();
    add_run("a", runs_.name_a, comparison_.origin_a, comparison_.length_a);
    add_run("b", runs_.name_b, comparison_.origin_b, comparison_.length_b);
    json_.member("equal", comparison_.is_equal())
        .member("similarity", comparison_.similarity)
        .member("paired_tracks", uint64_t{comparison_.paired_tracks})
        .member("swaps", count_swaps(comparison_));
    add_time(comparison_.time);
    json_.member("outside_regions", comparison_.outside_regions);
    add_values();
    add_tracks();
    add_regions();
    add_slices();
    add_links();
    add_variables();
    json_.end_object();
    return json_.text();
  }

 private:
  void add_run(std::string_view key, std::string_view name, double origin, double length) {
    json_.key(key)
        .begin_object()
        .member("trace", name)
        .member("origin", origin)
        .member("length", length)
        .end_object();
  }

  void add_time(const TimeDifference& time) {
    json_.member("difference", time.total())
        .member("stretch", time.stretch())
        .member("only_a", time.only_a)
        .member("only_b", time.only_b);
  }

  void add_amounts(const std::vector<ValueAmount>& amounts) {
    json_.key("states").begin_array();
    for (const ValueAmount& amount : amounts) {
      json_.begin_object()
          .member("state", std::string_view(runs_.value_name(amount.value)))
          .member("difference", amount.amount)
          .end_object();
    }
    json_.end_array();
  }

  void add_container(uint32_t track) {
    json_.member("container", std::string_view(comparison_.tracks[track].path));
  }

  void add_values() {
    json_.key("values").begin_array();
    for (const ValueDifference& row : comparison_.by_value) {
      const ComparedValue& value = comparison_.values[row.value];
      json_.begin_object()
          .member("state_type", std::string_view(value.type))
          .member("state", std::string_view(value.name))
          .member("idle", row.value == 0)
          .member("in_a", row.time.in_a + row.time.only_a)
          .member("in_b", row.time.in_b + row.time.only_b);
      add_time(row.time);
      json_.member("pairs", row.pairs)
          .member("states_only_a", row.only_a)
          .member("states_only_b", row.only_b);
      if (row.worst.stretch != 0) {
        json_.key("worst_pair").begin_object();
        add_container(row.worst.track);
        json_.member("stretch", row.worst.stretch)
            .member("time_a", row.worst.time_a)
            .member("time_b", row.worst.time_b)
            .end_object();
      }
      if (row.leading_total != 0) {
        json_.key("leading_track").begin_object();
        add_container(row.leading_track);
        json_.member("difference", row.leading_total).end_object();
      }
      json_.end_object();
    }
    json_.end_array();
  }

  void add_tracks() {
    json_.key("tracks").begin_array();
    for (const TrackComparison& track : comparison_.tracks) {
      json_.begin_object()
          .member("container", std::string_view(track.path))
          .member("state_type", std::string_view(track.type))
          .member("in_a", track.a.container.valid())
          .member("in_b", track.b.container.valid())
          .member("states_a", track.a.size())
          .member("states_b", track.b.size())
          .member("pairs", track.matches)
          .member("unequal_pairs", track.mismatches)
          .member("states_only_a", track.gaps_a)
          .member("states_only_b", track.gaps_b)
          .member("similarity", track.similarity)
          .member("score", static_cast<double>(track.score))
          .member("length_a", track.length_a)
          .member("length_b", track.length_b);
      add_time(track.time);
      json_.member("least_shift", track.least_shift)
          .member("greatest_shift", track.greatest_shift)
          .member("divergences", track.divergences);
      if (track.first_divergence) add_divergence(track);
      add_swaps(track);
      add_amounts(track.values);
      json_.end_object();
    }
    json_.end_array();
  }

  void add_swaps(const TrackComparison& track) {
    json_.member("swapped_states", track.swapped).key("swaps").begin_array();
    for (const StateSwap& swap : track.swaps) {
      const SwapNames names = swap_names(runs_, track, swap);
      json_.begin_object()
          .member("time_a", swap.time_a)
          .member("time_b", swap.time_b)
          .member("first_in_a", names.first)
          .member("first_in_b", names.second)
          .end_object();
    }
    json_.end_array();
  }

  void add_divergence(const TrackComparison& track) {
    const Divergence& divergence = *track.first_divergence;
    const StateColumn& column = track.columns[divergence.first];
    json_.key("first_divergence").begin_object();
    json_.member("time_a", divergence.time_a).member("time_b", divergence.time_b);
    const bool is_swap = !track.swaps.empty() && track.swaps[0].first == divergence.first;
    if (is_swap) {
      const SwapNames names = swap_names(runs_, track, track.swaps[0]);
      json_.member("state_a", names.first).member("state_b", names.second);
    } else {
      if (column.in_a()) json_.member("state_a", runs_.name_in_a(track, column.a));
      if (column.in_b()) json_.member("state_b", runs_.name_in_b(track, column.b));
    }
    json_.member("swap", is_swap).member("columns", divergence.length).end_object();
  }

  void add_regions() {
    json_.key("regions").begin_array();
    for (const Region& region : comparison_.regions) {
      json_.begin_object();
      add_container(region.track);
      json_.member("start_a", region.start_a)
          .member("end_a", region.end_a)
          .member("start_b", region.start_b)
          .member("end_b", region.end_b)
          .member("difference", region.gain());
      add_amounts(region.values);
      json_.end_object();
    }
    json_.end_array();
  }

  void add_slices() {
    json_.key("slices").begin_array();
    for (const TimeSlice& slice : comparison_.slices) {
      json_.begin_object()
          .member("start", slice.start)
          .member("end", slice.end)
          .member("difference", slice.total);
      add_amounts(slice.values);
      json_.end_object();
    }
    json_.end_array();
  }

  void add_links() {
    const LinkComparison& links = comparison_.links;
    json_.key("links")
        .begin_object()
        .member("in_a", links.in_a)
        .member("in_b", links.in_b)
        .member("duration_a", links.duration_a)
        .member("duration_b", links.duration_b);
    json_.member("pairs", links.pairs)
        .member("paired_a", links.paired_a)
        .member("paired_b", links.paired_b);
    add_channels("differences", links.differences);
    add_channels("channels", links.channels);
    add_longest(links.longest);
    json_.end_object();
  }

  void add_channels(std::string_view key, const std::vector<ChannelDifference>& channels) {
    json_.key(key).begin_array();
    for (const ChannelDifference& channel : channels) {
      json_.begin_object()
          .member("type", std::string_view(channel.type))
          .member("value", std::string_view(channel.value))
          .member("from", std::string_view(channel.from))
          .member("to", std::string_view(channel.to))
          .member("in_a", channel.in_a)
          .member("in_b", channel.in_b)
          .member("only_a", channel.only_a)
          .member("only_b", channel.only_b)
          .member("by_key", channel.by_key)
          .member("first_only_a", channel.first_only_a)
          .member("first_only_b", channel.first_only_b)
          .member("pairs", channel.pairs)
          .member("duration_a", channel.duration_a)
          .member("duration_b", channel.duration_b)
          .member("difference", channel.stretch())
          .end_object();
    }
    json_.end_array();
  }

  void add_longest(const std::vector<LinkPair>& pairs) {
    json_.key("longest").begin_array();
    for (const LinkPair& pair : pairs) {
      const LinkName name = link_name(runs_, pair);
      json_.begin_object()
          .member("type", name.type)
          .member("value", name.value)
          .member("key", name.key)
          .member("from", std::string_view(name.from))
          .member("to", std::string_view(name.to))
          .member("start_a", pair.start_a)
          .member("start_b", pair.start_b)
          .member("duration_a", pair.duration_a)
          .member("duration_b", pair.duration_b)
          .member("difference", pair.stretch())
          .end_object();
    }
    json_.end_array();
  }

  void add_variables() {
    json_.key("variables").begin_array();
    for (const VariableComparison& variable : comparison_.variables) {
      json_.begin_object()
          .member("container", std::string_view(variable.path))
          .member("variable", std::string_view(variable.type))
          .member("mean_a", variable.mean_a)
          .member("mean_b", variable.mean_b)
          .member("integral_a", variable.integral_a)
          .member("integral_b", variable.integral_b)
          .member("largest_difference", variable.largest())
          .member("value_a", variable.value_a)
          .member("value_b", variable.value_b)
          .member("time_a", variable.time_a)
          .member("time_b", variable.time_b)
          .end_object();
    }
    json_.end_array();
  }

  const Runs& runs_;
  const Comparison& comparison_;
  JsonWriter json_;
};

}  // namespace

std::string comparison_json(const Runs& runs) { return JsonReport(runs).text(); }

}  // namespace paje::tools
