#include "analyze/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analyze/iterations_text.hpp"
#include "analyze/sheet.hpp"
#include "analyze/summarise.hpp"
#include "common/tool.hpp"
#include "formats/text/json_writer.hpp"
#include "paje/profile.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostCauses = 5;

std::string value_label(const DependencyGraph& graph, uint32_t value) {
  const std::string_view name = value_name(graph, value);
  return name.empty() ? "(no state)" : std::string(name);
}

// Without what waits for a device, and threads that begin a region.
uint64_t operations(const DependencyGraph& graph) {
  const auto& all = graph.collectives();
  return static_cast<uint64_t>(std::count_if(all.begin(), all.end(), [](const auto& one) {
    return one.kind != CallKind::wait_for_tasks && one.kind != CallKind::parallel_region;
  }));
}

std::string head_text(const Run& run, const Summary& summary) {
  const auto& counts = run.graph.counts();
  return fmt::format(
      "{}: {}, {}, {}, {}\nLength {}; replayed from the dependencies: {}\n", visible(run.name),
      counted(run.graph.tracks().size(), "container", "containers"),
      counted(counts.states, "state", "states"),
      counted(run.graph.messages().size(), "message", "messages"),
      counted(operations(run.graph), "collective operation", "collective operations"),
      time_text(run.graph.length(), run.unit), time_text(summary.check.length, run.unit));
}

std::string efficiency_text(const Summary& summary) {
  const Efficiencies& all = summary.efficiency;
  const auto line = [](std::string_view name, double value, std::string_view what) {
    return fmt::format("  {:<20} {:>8}{}{}\n", name, share_text(value), what.empty() ? "" : "   ",
                       what);
  };
  return "\nEfficiency\n" + line("parallel", all.parallel, "= load balance x communication") +
         line("  load balance", all.load_balance, "") +
         line("  communication", all.communication, "= serialisation x transfer") +
         line("    serialisation", all.serialisation, "") + line("    transfer", all.transfer, "");
}

// What a trace does not show may be hidden there.
std::string calls_text(const Run& run, const Summary& summary) {
  const std::vector<double> seconds = seconds_by_value(run.graph);
  const auto values = run.graph.values();
  double all = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    if (values[i].meaning.value_class == ValueClass::communication) all += seconds[i];
  }
  const double share = share_of_all(run, all - summary.root_waited);
  if (share < kLeastShare) return {};
  return fmt::format("; but calls, most of all {}, take {} of the time of all containers",
                     visible(values[longest_call(run)].name), share_text(share_of_all(run, all)));
}

// The kinds of waits end as the first member comes, but roots wait for the last one.
std::string root_waits_text(const Run& run, const Summary& summary) {
  const double share = share_of_all(run, summary.root_waited);
  if (share < kLeastShare) return {};
  const uint32_t whom = longest_awaited(summary);
  return fmt::format(
      "Roots: {}, {} of the time of all containers, waiting from the arrival of the first member "
      "of an operation to that of the last; most for {}: {}\n",
      time_text(summary.root_waited, run.unit), share_text(share), visible(run.track_name(whom)),
      time_text(summary.root_waits[whom], run.unit));
}

std::string waits_text(const Run& run, const Summary& summary) {
  if (summary.waits.empty()) {
    return std::string("\nWaiting: none was found") +
           (share_of_all(run, summary.root_waited) < kLeastShare ? "" : " except that of roots") +
           calls_text(run, summary) + ".\n";
  }
  std::string by_kind;
  for (const WaitKind kind : kinds_by_time(summary)) {
    const double time = summary.waited_by_kind[static_cast<std::size_t>(kind)];
    by_kind += fmt::format("{}{} {}", by_kind.empty() ? "" : ", ", words_of(kind),
                           share_text(part(time, summary.waited)));
  }
  return fmt::format("\nWaiting: {}, {} of the time of all containers ({})\n",
                     time_text(summary.waited, run.unit),
                     share_text(share_of_all(run, summary.waited)), by_kind);
}

// Of workers that nothing is known to hold up.
std::string idle_text(const Run& run, const Summary& summary) {
  const double share = share_of_all(run, summary.idle);
  if (share < kLeastShare) return {};
  return fmt::format("Idle: {}, {} of the time of all containers; no message explains it\n",
                     time_text(summary.idle, run.unit), share_text(share));
}

// What a program can change is easily below what its calls take.
std::string useful_causes_text(const Run& run, const Summary& summary) {
  if (!starts_with_a_call(run, summary)) return {};
  const UsefulCauses useful = useful_causes(run, summary);
  if (useful.first == nullptr) return "  Useful work causes none of it.\n";
  return fmt::format("  Useful work causes {} of it, {}; most by {} in {}: {}\n",
                     time_text(useful.seconds, run.unit),
                     share_text(part(useful.seconds, summary.waited)),
                     visible(run.track_name(useful.first->track)),
                     visible(value_label(run.graph, useful.first->value)),
                     time_text(useful.first->cost(), run.unit));
}

std::string causes_text(const Run& run, const Summary& summary) {
  if (summary.causes.empty()) return {};
  Sheet sheet(
      "Causes of waiting",
      {{"container"}, {"value"}, {"cost", Measure::time}, {"share", Measure::share}, {"where"}});
  for (std::size_t i = 0; i < std::min(kMostCauses, summary.causes.size()); ++i) {
    const Cause& cause = summary.causes[i];
    sheet.add({std::string(run.track_name(cause.track)), value_label(run.graph, cause.value),
               cause.cost(), part(cause.cost(), summary.waited),
               fmt::format("{} to {}", place_text(cause.start, run.graph.length(), run.unit),
                           place_text(cause.end, run.graph.length(), run.unit))});
  }
  return "\n" + sheet.text(run.unit, kMostCauses) + useful_causes_text(run, summary);
}

std::string path_text(const Run& run, const Summary& summary) {
  Sheet sheet("Critical path", {{"value"},
                                {"time", Measure::time},
                                {"share", Measure::share},
                                {"more_than_the_mean", Measure::time}});
  const PathSums& path = summary.path;
  for (std::size_t i = 0; i < std::min(kMostCauses, path.by_value.size()); ++i) {
    const PathSum& sum = path.by_value[i];
    sheet.add({sum.name.empty() ? "(no state)" : sum.name, sum.seconds,
               part(sum.seconds, path.length), sum.imbalance});
  }
  std::string tracks;
  for (std::size_t i = 0; i < std::min(kMostCauses, path.by_track.size()); ++i) {
    tracks += fmt::format("{}{} {}", i == 0 ? "" : ", ", visible(path.by_track[i].name),
                          share_text(part(path.by_track[i].seconds, path.length)));
  }
  return "\n" + sheet.text(run.unit, kMostCauses) + "  on " + tracks +
         (path.by_track.size() > kMostCauses ? ", ...\n" : "\n");
}

std::string imbalance_text(const Run& run, const Summary& summary) {
  const Efficiencies& all = summary.efficiency;
  if (all.useful_maximum <= 0) return "\nImbalance: no container does useful work.\n";
  return fmt::format("\nImbalance: {} works longest, {}; the mean is {}.\n",
                     visible(run.track_name(all.busiest)), time_text(all.useful_maximum, run.unit),
                     time_text(all.useful_average, run.unit));
}

void write_sums(JsonWriter& json, std::string_view name, const std::vector<PathSum>& sums) {
  json.key(name).begin_object();
  for (const PathSum& sum : sums) json.member(sum.name, sum.seconds);
  json.end_object();
}

void write_efficiency(JsonWriter& json, const Efficiencies& all) {
  json.key("efficiency").begin_object();
  json.member("parallel", all.parallel);
  json.member("load_balance", all.load_balance);
  json.member("communication", all.communication);
  json.member("serialisation", all.serialisation);
  json.member("transfer", all.transfer);
  json.member("useful_average", all.useful_average);
  json.member("useful_maximum", all.useful_maximum);
  json.member("ideal_length", all.ideal_length);
  json.end_object();
}

void write_unmatched(JsonWriter& json, const Run& run) {
  const auto& counts = run.graph.counts();
  json.key("unmatched").begin_object();
  json.member("links", counts.links - run.graph.messages().size());
  json.member("starts", counts.unmatched_starts);
  json.member("ends", counts.unmatched_ends);
  json.member("outside_containers_with_states", counts.links_outside_tracks);
  json.member("receives_without_message", counts.receives_without_message);
  json.member("sends_without_message", counts.sends_without_message);
  json.member("unclassified_share", find_unclassified(run.graph).share);
  json.end_object();
}

void write_causes(JsonWriter& json, const Run& run, const Summary& summary) {
  json.key("causes").begin_array();
  for (const Cause& cause : summary.causes) {
    json.begin_object();
    json.member("container", run.track_name(cause.track));
    json.member("value", value_name(run.graph, cause.value));
    if (cause.value < run.graph.values().size()) {
      json.member("class", spelling(run.graph.values()[cause.value].meaning.value_class));
    }
    json.member("start", cause.start);
    json.member("end", cause.end);
    json.member("seconds", cause.cost());
    json.member("direct", cause.direct);
    json.member("passed_on", cause.passed_on);
    json.end_object();
  }
  json.end_array();
}

void write_root_waits(JsonWriter& json, const Run& run, const Summary& summary) {
  json.key("roots_for_last_member").begin_object();
  json.member("total", summary.root_waited);
  json.key("by_container").begin_object();
  for (uint32_t track = 0; track < summary.root_waits.size(); ++track) {
    if (summary.root_waits[track] > 0) {
      json.member(run.track_name(track), summary.root_waits[track]);
    }
  }
  json.end_object();
  json.end_object();
}

void write_waits(JsonWriter& json, const Run& run, const Summary& summary) {
  json.key("waits").begin_object();
  json.member("total", summary.waited);
  json.member("count", uint64_t{summary.waits.size()});
  json.key("by_kind").begin_object();
  for (std::size_t kind = 0; kind < kWaitKinds; ++kind) {
    json.member(spelling(static_cast<WaitKind>(kind)), summary.waited_by_kind[kind]);
  }
  json.end_object();
  write_root_waits(json, run, summary);
  json.end_object();
}

}  // namespace

std::string summary_text(const Run& run, const AnalyzeOptions& options) {
  const Summary summary = summarise(run, options);
  std::string text = head_text(run, summary) + efficiency_text(summary) + waits_text(run, summary) +
                     root_waits_text(run, summary) + idle_text(run, summary) +
                     causes_text(run, summary) + path_text(run, summary) +
                     imbalance_text(run, summary) + "\n" +
                     iterations_text(run, summary.iterations) + "\n" +
                     outlier_text(run, summary.iterations, kMostCauses);
  const auto lines = remarks(run, summary.check);
  if (!lines.empty()) text += '\n';
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::string summary_json(const Run& run, const AnalyzeOptions& options) {
  const Summary summary = summarise(run, options);
  JsonWriter json;
  json.begin_object();
  json.member("trace", std::string_view(run.name));
  json.member("start", run.graph.start());
  json.member("end", run.graph.end());
  json.member("length", run.graph.length());
  json.member("replayed", summary.check.length);
  json.key("violations").begin_object();
  json.member("message_ends_before_start", summary.check.ends_before_start);
  json.member("collective_left_before_last_came", summary.check.left_before_last_came);
  json.member("seconds", summary.check.violation);
  json.end_object();
  json.member("containers", uint64_t{run.graph.tracks().size()});
  json.member("states", run.graph.counts().states);
  json.member("pieces", run.graph.counts().pieces);
  json.member("links", run.graph.counts().links);
  json.member("messages", uint64_t{run.graph.messages().size()});
  json.member("rendezvous", uint64_t{run.graph.rendezvous().size()});
  json.member("collectives", uint64_t{run.graph.collectives().size()});
  write_unmatched(json, run);
  write_efficiency(json, summary.efficiency);
  if (summary.efficiency.useful_maximum > 0) {
    json.member("busiest", run.track_name(summary.efficiency.busiest));
  }
  write_waits(json, run, summary);
  json.member("idle", summary.idle);
  write_causes(json, run, summary);
  json.key("critical_path").begin_object();
  json.member("length", summary.path.length);
  write_sums(json, "by_value", summary.path.by_value);
  write_sums(json, "by_container", summary.path.by_track);
  json.end_object();
  json.key("iterations").begin_object();
  json.member("count", uint64_t{summary.iterations.count});
  json.member("typical", summary.iterations.typical);
  json.member("drift", summary.iterations.drift);
  json.member("containers", uint64_t{summary.iterations.agreeing.size()});
  json.member("covered", summary.iterations.covered);
  json.key("outliers");
  outlier_table(run, summary.iterations).write(json);
  json.end_object();
  json.key("remarks").begin_array();
  for (const std::string& line : remarks(run, summary.check)) json.value(std::string_view(line));
  json.end_array();
  json.end_object();
  return json.text();
}

}  // namespace paje::tools
