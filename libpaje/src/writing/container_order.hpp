// When containers may be created and destroyed. They are created in the order of their ids, and
// each is destroyed by an event of its own, before the one above it that dies later: but one that
// outlives a destroyed container above it was created after that one's destruction.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/trace.hpp"

namespace paje::writing {

class ContainerOrder {
 public:
  explicit ContainerOrder(const Trace& trace);

  /// When the creation of a container is due: not after anything that has to wait for it.
  [[nodiscard]] double due(ContainerId id) const { return due_[id.index]; }

  /// Whether a container may be created now, if all before it are.
  [[nodiscard]] bool may_be_created(ContainerId id) const { return waits_[id.index] == 0; }
  /// Something has to happen first to a container that is to be destroyed: an object of it, or its
  /// creation. Counts.
  void hold(ContainerId id, uint32_t count) { held_[id.index] += count; }
  /// Something that was to happen has; whether it may be destroyed now.
  bool release(ContainerId id) { return --held_[id.index] == 0; }
  /// To be called when a container is destroyed: the one above it that had to wait for that, if
  /// there is one, to be released.
  [[nodiscard]] ContainerId above(ContainerId id) const { return dies_before_[id.index]; }
  /// And the container that had to wait with its creation, if there is one. Others may do so, too.
  ContainerId awaken(ContainerId id);

 private:
  void find_due_times(const Trace& trace);
  void find_deaths(const Trace& trace);
  ContainerId destroyed_above(ContainerId id);

  std::vector<double> due_;
  std::vector<uint32_t> waits_;           // destructions that have to come before the creation
  std::vector<uint32_t> held_;            // what has to come before the destruction
  std::vector<ContainerId> dies_before_;  // the one that is destroyed after each
  std::vector<ContainerId> outlived_by_;  // the first container that is created after each is dead
  std::vector<ContainerId> next_above_;   // while it is made: see destroyed_above()
};

}  // namespace paje::writing
