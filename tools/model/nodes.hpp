// Nodes of a system, and which of them the processes of a run are on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/models/placement_model.hpp"
#include "runs/measured_run.hpp"

namespace paje::tools {

struct System {
  std::vector<std::string> names;
  std::vector<ModelNode> nodes;
};

/// A run, and where its processes are.
struct PlacedRun {
  MeasuredRun run;
  std::vector<std::string> nodes;  ///< of each process, by name
  std::string remark;              ///< on HOSTS; else empty
  bool is_in_blocks = false;       ///< RUN@N: nodes are numbered, and any system has them
};

/// `RUN`, `RUN@HOSTS` or `RUN@N`. Throws UnusableRun if processes are on no nodes.
PlacedRun read_placed_run(const std::string& word, const RunReading& reading);

/// Names of nodes in the order of their first processes, over all runs.
std::vector<std::string> nodes_of(const std::vector<PlacedRun>& runs);

/// The table of --system. Throws std::runtime_error with file and line.
System read_system(const std::string& path);

/// Processes on each node of the system. Throws UnusableRun for a node that is not there.
std::vector<uint32_t> count_on_nodes(const PlacedRun& run, const System& system);

/// `4,4,2`, also with blanks or semicolons. Throws std::invalid_argument if these are no numbers of
/// processes.
std::vector<uint32_t> placement_numbers(const std::string& text);
/// The same, of a system. Throws std::invalid_argument, too, if there are more numbers than nodes.
std::vector<uint32_t> parse_placement(const std::string& text, std::size_t nodes);
/// The same written: without the nodes after the last one that has processes.
std::string placement_text(const std::vector<uint32_t>& processes);

}  // namespace paje::tools
