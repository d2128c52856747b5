// What a chunk's events are made of, until they are grouped: a column for each, so that many can be
// written at once, and only what is needed is read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/pod_vector.hpp"
#include "paje/event.hpp"

namespace paje {

class UngroupedRecords {
 public:
  static constexpr uint32_t kNoLane = UINT32_MAX;

  /// One event and those behind it.
  struct Columns {
    uint32_t* track;  ///< or kNoLane: then what follows is not set
    double* time;
    uint32_t* content;  ///< see Record
    EventKind* kind;
  };

  [[nodiscard]] std::size_t size() const { return lane_.size(); }
  [[nodiscard]] Columns at(std::size_t event) {
    return {lane_.data() + event, time_.data() + event, content_.data() + event,
            kind_.data() + event};
  }
  void clear() { resize(0); }
  /// Adds so many events, nothing of which is set. Returns the first.
  Columns extend(std::size_t count) {
    const std::size_t first = size();
    lane_.extend(count);
    time_.extend(count);
    content_.extend(count);
    kind_.extend(count);
    return at(first);
  }
  /// To fewer events.
  void resize(std::size_t count) {
    lane_.resize_uninitialized(count);
    time_.resize_uninitialized(count);
    content_.resize_uninitialized(count);
    kind_.resize_uninitialized(count);
  }

 private:
  PodVector<uint32_t> lane_;
  PodVector<double> time_;
  PodVector<uint32_t> content_;
  PodVector<EventKind> kind_;
};

}  // namespace paje
