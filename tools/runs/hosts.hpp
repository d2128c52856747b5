// On which nodes the processes of a run are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runs/measured_run.hpp"

namespace paje::tools {

struct ProcessNodes {
  std::vector<std::string> names;  ///< by process
  std::string remark;              ///< a file has places for more or fewer processes; else empty
};

/// The name of each process' node. `hosts` is a file with a node on each line, `node`, `node:4` or
/// `node slots=4`, for one process after the other and from the first again when they end; or a
/// number of processes on each node; or empty: the containers around processes are nodes. Throws
/// UnusableRun if these are not there, with `remedy` as what defines them, and std::runtime_error
/// for a file without hosts.
ProcessNodes nodes_of_processes(const MeasuredRun& run, const std::string& hosts,
                                std::string_view remedy);

/// The processes on each node that `hosts` is; nothing if it is a file, or empty.
std::optional<uint32_t> block_size(const std::string& hosts);

}  // namespace paje::tools
