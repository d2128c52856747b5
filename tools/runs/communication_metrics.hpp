// What the regression of communication time takes for the cause of it: how much processes and nodes
// send in a phase. After Papadopoulou, Goumas and Koziris.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "paje/models/metric_terms.hpp"
#include "runs/csv_table.hpp"
#include "runs/measured_run.hpp"

namespace paje::tools {

/// Where nodes are: a table with a column `node`, and others whose different words are counted.
class Topology {
 public:
  /// Throws std::runtime_error with file and line for a node that is there twice.
  explicit Topology(const std::string& path);
  /// Adds a metric for each other column: how many different words the nodes have there. Throws
  /// std::runtime_error for a node that is not in the table, and for a column called like another
  /// one of the metrics.
  void add_metrics(std::span<const std::string> nodes, Metrics& metrics) const;

 private:
  std::string path_;
  CsvTable table_;
  std::size_t node_column_;
};

/// A phase is an iteration of the run, or all of it if none were found.
struct CommunicationMetrics {
  /// S: mean bytes of a message; of each process M: messages, PT: bytes; N: nodes; PPN: processes
  /// on each; of each node NI: messages, NT: bytes that it sends to others; VI, V: the same of all.
  Metrics metrics;
  double time = 0;  ///< mean seconds of a process in calls that communicate
  uint64_t phases = 1;
};

/// `nodes` has the name of each process' node.
CommunicationMetrics communication_metrics(const MeasuredRun& run,
                                           std::span<const std::string> nodes);

}  // namespace paje::tools
