// How short a run of tasks could be at best. After Nesi, Pinto, Miletto and Schnorr, "StarVZ:
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

/// The least time in which all kernels can be done if their work can be split at will, and nothing
/// waits: a linear program. `seconds` has the time that all of a kernel would take on one resource
/// of a kind, by kernel, then kind; NaN where it cannot run there; one kind at least can run it.
/// `resources` has the number of each kind, 1 at least. A simplex on a dense table.
PAJE_EXPORT AreaBound area_bound(std::span<const double> seconds,
                                 std::span<const uint32_t> resources);

/// Tracks that are alike: their containers have one type, and names that differ in digits only.
struct ResourceKind {
  std::string name;  ///< without digits
  uint32_t tracks = 0;
};

/// Tasks of one value; each piece of a useful state is a task.
struct Kernel {
  uint32_t value = 0;
  uint64_t count = 0;
  double seconds = 0;         ///< as measured
  std::vector<double> means;  ///< by kind; NaN where it never ran
};

/// The tracks directly inside a container.
struct NodeBound {
  ContainerId node;
  uint32_t tracks = 0;
  double area = 0;    ///< of the tasks that ran here
  double length = 0;  ///< from the run's start to the end of the last task here
};

struct RunBounds {
  std::vector<ResourceKind> kinds;  ///< by name
  std::vector<Kernel> kernels;      ///< the longest first
  AreaBound area;
  std::vector<NodeBound> nodes;  ///< in the order of containers
  /// The longest chain of tasks that depend on each other. A link is a dependency if it starts
  /// when a task ends, and ends when one starts. Of several kinds a task takes the time that it
  /// would take on the one that is fastest for its kernel.
  double critical_path = 0;
  uint64_t dependencies = 0;
  [[nodiscard]] double greatest() const {
    return area.time > critical_path ? area.time : critical_path;
  }
};

/// If names make more than 16 kinds, containers of one type are alike; throws std::invalid_argument
/// if these are more, too, or if the run has no end. O(pieces + links log pieces), and the linear
/// programs.
PAJE_EXPORT RunBounds find_bounds(const DependencyGraph& graph);

}  // namespace paje
