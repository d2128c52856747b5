// States of a container over all its types: what is around each, which of them a moment belongs to,
// so that sums count no moment twice, when a container was in any state, and which states of MPI
// are inside no other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/trace.hpp"
#include "sql/sparse_numbers.hpp"

namespace paje::tools {

/// A stretch of time in which a container was in some state.
struct Stretch {
  ContainerId container;
  double start;
  double end;
};

/// Found container by container, when one of its states is asked for: of an archive only the states
/// of these containers are read. Not for several threads at once.
class StateLayers {
 public:
  /// `tracks` are all of states, by first row; they must outlive this, and so must the trace.
  StateLayers(const Trace& trace, std::span<const Track> tracks);

  /// The row of the state around it in its track, or kNoRow.
  static constexpr uint32_t kNoRow = UINT32_MAX;
  uint32_t parent(uint64_t row);
  /// Its duration without that of the states directly inside.
  double exclusive(uint64_t row);
  /// How long it was the innermost of its container: the last begun that had not ended; of those
  /// that began at once, the one that ends first.
  double own(uint64_t row);
  /// Whether it is one of MPI and inside no other of its container.
  bool is_outer_of_mpi(uint64_t row);

  /// The same of all states, by row.
  std::span<const double> all_exclusive();
  std::span<const double> all_own();

  /// The longest stretches of time in which a container was in some state, by container and start.
  std::vector<Stretch> stretches();

 private:
  // The tracks of a container, one for each type.
  struct Group {
    std::span<const Track> tracks;
    bool is_nested = false, is_shared_out = false, is_marked = false;
    [[nodiscard]] RowRange rows() const { return {tracks.front().first, tracks.back().last}; }
  };
  Group& group_of(uint64_t row);
  void nest(Group& group);
  void share_out(Group& group);
  void mark(Group& group);

  const Trace& trace_;
  std::vector<Group> groups_;
  std::size_t last_ = 0;  // that was asked for
  SparseNumbers<uint32_t> parents_;
  SparseNumbers<double> exclusive_, own_;
  SparseNumbers<uint8_t> is_outer_;
  std::vector<bool> is_of_mpi_;  // by value
};

}  // namespace paje::tools
