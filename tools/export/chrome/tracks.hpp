// Which process, thread and counter of a Chrome trace the objects of a container belong to.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "paje/trace.hpp"

namespace paje::tools {

/// Where the states or the variable of one (container, type) are.
struct ChromeTrack {
  ContainerId container;
  TypeId type;
  uint32_t process = 0;
  uint32_t thread = 0;  ///< of states
  std::string counter;  ///< of a variable: its name as JSON, the only such one of its process
};

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
  [[nodiscard]] static uint32_t thread(ContainerId container) { return container.index + 1; }
  /// Of states or a variable.
  [[nodiscard]] const ChromeTrack& track(const Track& track) const;
  [[nodiscard]] const std::vector<ChromeTrack>& tracks() const { return tracks_; }
  /// The metadata events that name and order them, each with a comma before its line.
  [[nodiscard]] std::string names() const;

 private:
  [[nodiscard]] std::string_view name_of(ContainerId container) const;
  [[nodiscard]] std::string counter_name(const ChromeTrack& track) const;
  void add_tracks();
  void name_counters();

  const Trace& trace_;
  std::vector<uint32_t> processes_;
  std::vector<ChromeTrack> tracks_;  // in order of tracks
  std::unordered_map<uint64_t, std::size_t> numbers_;
};

}  // namespace paje::tools
