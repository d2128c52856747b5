// Containers of a type, counted, and counted over time.
#pragma once

#include <string>
#include <vector>

#include "paje/run_totals.hpp"
#include "paje/trace.hpp"
#include "runs/measured_run.hpp"

namespace paje::tools {

/// Empty if there are containers of the type of that name or alias, else a sentence without its
/// end.
std::string trouble_with_type(const Trace& trace, const std::string& type);

/// 0 without any.
double count_containers(const Trace& trace, const std::string& type);

/// Whether each of them is, or holds, at most one of the containers with states, and none of those
/// is elsewhere: then one without states is an idle core.
bool are_cores_of_processes(const Trace& trace, const RunTotals& totals, const std::string& type);

/// How many containers of the type existed from `start` to `end`, and how long.
std::vector<MachineShare> live_machines(const Trace& trace, const std::string& type, double start,
                                        double end);

/// How long each of them did, if at all.
std::vector<double> machine_times(const Trace& trace, const std::string& type, double start,
                                  double end);

/// Without what is short: what lasts less than a hundredth of the time, as while machines start
/// late or replace each other. All if nothing lasts longer.
std::vector<MachineShare> lasting_shares(const std::vector<MachineShare>& shares);

/// The greatest number of them that lasts, 0 without any.
double most_machines(const std::vector<MachineShare>& shares);

}  // namespace paje::tools
