// Which process and thread of a Chrome trace the objects of a container belong to.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "paje/trace.hpp"

namespace paje::tools {

/// A container that holds others is a process; so is one right below the root. Any other is a
/// thread of the one that holds it. States of a further type in the same container need a thread
/// of their own, for they do not nest in those of the first.
class ChromeTracks {
 public:
  explicit ChromeTracks(const Trace& trace);

  [[nodiscard]] uint32_t process(ContainerId container) const {
    return processes_[container.index];
  }
  /// For states of the first type, for events and for ends of links.
  [[nodiscard]] uint32_t thread(ContainerId container) const { return container.index + 1; }
  [[nodiscard]] uint32_t thread(const ObjectList& states) const;
  /// The metadata events that name and order them, each with a comma before its line.
  [[nodiscard]] std::string names() const;
  /// What a variable is called among all of its process.
  [[nodiscard]] std::string counter(const ObjectList& list) const;

 private:
  [[nodiscard]] std::string_view name_of(ContainerId container) const;

  const Trace& trace_;
  std::vector<uint32_t> processes_;
  std::unordered_map<uint64_t, uint32_t> further_;  // by container and type
};

}  // namespace paje::tools
