// What `pj_measure network` measured, from traces and tables.
#pragma once

#include <string>
#include <vector>

#include "model/options.hpp"
#include "paje/models/collectives.hpp"
#include "paje/models/lmo.hpp"

namespace paje::tools {

struct NetworkSamples {
  std::vector<std::string> processes;  ///< names
  std::vector<std::string> machines;   ///< of each process
  std::vector<RoundTrip> round_trips;
  std::vector<OneToTwo> one_to_twos;
  std::vector<CollectiveTime> collectives;
};

/// Tables (*.csv) have the columns experiment (round-trip, one-to-two, scatter, gather), root,
/// bytes, time, and first, second, back where an experiment needs them. Throws std::runtime_error.
NetworkSamples read_network_samples(const std::vector<std::string>& paths,
                                    const ModelOptions& options);

/// Each experiment once, with the median of its repetitions, which what disturbs some of them does
/// not change.
NetworkSamples medians(const NetworkSamples& samples);

}  // namespace paje::tools
