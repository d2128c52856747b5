// What an LMO model says, and how near it is to what was measured, as tables.
#pragma once

#include "model/lmo_file.hpp"
#include "model/network_samples.hpp"
#include "runs/report.hpp"

namespace paje::tools {

/// Of each process C and t, of each pair 1/beta.
void add_network_model(const NetworkModel& model, Report& report);
/// Where collectives change.
void add_thresholds(const CollectiveThresholds& thresholds, Report& report);
/// Means of repetitions, what the model says, and the errors by kind of experiment, next to those
/// of the models that know no differences between processes.
void add_network_errors(const NetworkModel& model, const NetworkSamples& samples, bool is_judged,
                        Report& report);
/// Hockney, LogGP and PLogP.
void add_simple_models(const NetworkModel& model, Report& report);

}  // namespace paje::tools
