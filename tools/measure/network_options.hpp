// What `pj_measure network` was asked for.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace paje::tools {

struct NetworkOptions {
  std::string experiment;     ///< lmo, collectives or halo
  std::vector<double> sizes;  ///< bytes; empty: those of the experiment
  std::vector<int> per_node, messages;
  int root = 0;
  bool serial = false;
  double confidence = 95;  ///< per cent
  double precision = 2.5;  ///< per cent
  unsigned most_repetitions = 100;
  std::string mpi;
};

void add_network_options(CLI::App& app, NetworkOptions& options);
/// Sets sizes that were not given. Throws CLI::ValidationError.
void check_network(NetworkOptions& options, const std::string& output);

}  // namespace paje::tools
