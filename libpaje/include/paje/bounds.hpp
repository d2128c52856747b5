// Lower bounds for the time of a run of tasks. After Nesi, Pinto, Miletto and Schnorr, "StarVZ:
// performance analysis of task-based parallel applications".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

struct AreaBound {
  double time = 0;
  std::vector<double> shares;  ///< of each kernel on each kind of resource, by kernel, then kind
};

/// The least time for all kernels if work can be split arbitrarily and nothing waits: a linear
/// program, solved by the simplex method on a dense table. `seconds` has, by kernel, then kind, the
/// time that all tasks of a kernel need on one resource of that kind; NaN if they cannot run there.
/// Each kernel must be able to run on some kind. `resources` has the number of each kind, at least
/// 1.
PAJE_EXPORT AreaBound area_bound(std::span<const double> seconds,
                                 std::span<const uint32_t> resources);

/// Similar tracks: their containers have the same type, and names that differ only in digits.
struct ResourceKind {
  std::string name;  ///< without digits
  uint32_t tracks = 0;
};

/// All tasks of one value; each piece of a useful state is a task.
struct Kernel {
  uint32_t value = 0;
  uint64_t count = 0;
  double seconds = 0;         ///< as measured
  std::vector<double> means;  ///< mean time of a task by kind; NaN if none ran there
};

/// A container with tracks directly inside it.
struct NodeBound {
  ContainerId node;
  uint32_t tracks = 0;
  double area = 0;    ///< area bound of the tasks that ran here
  double length = 0;  ///< from the run's start to the end of the last task here
};

struct RunBounds {
  std::vector<ResourceKind> kinds;  ///< by name
  std::vector<Kernel> kernels;      ///< the longest first
  AreaBound area;
  std::vector<NodeBound> nodes;  ///< in the order of containers
  /// The longest chain of dependent tasks. A link is a dependency if it starts when a task ends,
  /// and ends when a task starts. Each task counts with the mean time on the kind that is fastest
  /// for its kernel.
  double critical_path = 0;
  uint64_t dependencies = 0;
  [[nodiscard]] double greatest() const {
    return area.time > critical_path ? area.time : critical_path;
  }
};

/// If names give more than 16 kinds, all containers of a type are one kind. Throws
/// std::invalid_argument if that still gives more than 16, or if the run has no end. O(pieces +
/// links log pieces), plus the linear programs.
PAJE_EXPORT RunBounds find_bounds(const DependencyGraph& graph);

}  // namespace paje
