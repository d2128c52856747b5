#include "analyze/usage_sheets.hpp"

namespace paje::tools {

namespace {

std::string value_text(const Run& run, uint32_t value) {
  return std::string(run.graph.values()[value].name);
}

Sheet imbalance(const Run& run, const Profile& profile) {
  Sheet sheet("Imbalance of exclusive time", {{"value"},
                                              {"mean", Measure::time},
                                              {"greatest", Measure::time},
                                              {"ratio", Measure::number},
                                              {"container"}});
  for (const LoadImbalance& one : load_imbalance(run.graph, profile)) {
    sheet.add({value_text(run, one.value), one.mean, one.greatest, one.ratio(),
               std::string(run.track_name(one.track))});
  }
  return sheet;
}

Sheet idle_time(const Run& run, const std::vector<IdleTime>& found) {
  Sheet sheet("Idle time", {{"container"},
                            {"idle", Measure::time},
                            {"waiting", Measure::time},
                            {"in_calls", Measure::time},
                            {"no_state", Measure::time},
                            {"outside", Measure::time},
                            {"total", Measure::time},
                            {"share", Measure::share}});
  for (uint32_t i = 0; i < found.size(); ++i) {
    const IdleTime& time = found[i];
    sheet.add({std::string(run.track_name(i)), time.idle, time.waiting, time.in_calls,
               time.no_state, time.outside, time.total(), part(time.total(), run.graph.length())});
  }
  return sheet;
}

Sheet overlap(const Run& run, const std::vector<CommunicationOverlap>& found) {
  Sheet sheet("Communication while another track computes", {{"container"},
                                                             {"tracks", Measure::count},
                                                             {"communication", Measure::time},
                                                             {"computing", Measure::time},
                                                             {"overlap", Measure::time},
                                                             {"share", Measure::share}});
  for (const CommunicationOverlap& one : found) {
    sheet.add({std::string(run.trace[one.container].name.text), uint64_t{one.tracks},
               one.communication, one.computing, one.overlap, one.share()});
  }
  return sheet;
}

Sheet over_time(const Run& run, const TimeProfile& profile) {
  Sheet sheet("Over time", {{"bin", Measure::count},
                            {"start", Measure::moment},
                            {"end", Measure::moment},
                            {"value"},
                            {"time", Measure::time}});
  for (std::size_t bin = 0; bin < profile.bins(); ++bin) {
    for (uint32_t value = 0; value < run.graph.values().size(); ++value) {
      const double time = profile.of_value(value)[bin];
      if (time == 0) continue;
      sheet.add({uint64_t{bin}, profile.edges[bin], profile.edges[bin + 1], value_text(run, value),
                 time});
    }
  }
  return sheet;
}

}  // namespace

void add_usage(const Run& run, const Usage& usage, Findings& findings) {
  findings.sheets.emplace_back("load_imbalance", imbalance(run, usage.profile));
  findings.sheets.emplace_back("idle_time", idle_time(run, usage.idle));
  findings.sheets.emplace_back("communication_overlap", overlap(run, usage.overlap));
  findings.sheets.emplace_back("over_time", over_time(run, usage.over_time));
}

}  // namespace paje::tools
