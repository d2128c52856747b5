// Which task depends on which, as StarPU draws it, with the times of the tasks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "export/starvz/frame.hpp"

namespace paje::tools::starvz {

/// `dependent -> job` of dag.dot, without "task_"; a transfer of MPI is `mpicom_NUMBER`.
struct Edge {
  std::string dependent;
  std::string job;
};

/// In the order of their texts. Nothing if there is no such file. Throws std::system_error.
std::optional<std::vector<Edge>> read_edges(const std::string& path);

/// Each edge with each task or link of its job; and the tasks and links that no edge names.
Frame dag_table(const std::vector<Frame>& of_trace, const std::vector<Edge>& edges);

}  // namespace paje::tools::starvz
