// The records of a chunk before they are grouped by track: a column for each, so that many can be
// written at once, and only what is needed is read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/pod_vector.hpp"
#include "paje/event.hpp"

namespace paje {

class UngroupedRecords {
 public:
  static constexpr uint32_t kNoTrack = UINT32_MAX;

  /// One event and those after it.
  struct Columns {
    uint32_t* track;  ///< or kNoTrack: then what follows is not set
    double* time;
    uint32_t* content;  ///< see Record
    EventKind* kind;
  };

  [[nodiscard]] std::size_t size() const { return track_.size(); }
  [[nodiscard]] Columns at(std::size_t event) {
    return {track_.data() + event, time_.data() + event, content_.data() + event,
            kind_.data() + event};
  }
  void clear() { resize(0); }
  /// Adds that many events, all unset. Returns the first.
  Columns extend(std::size_t count) {
    const std::size_t first = size();
    track_.extend(count);
    time_.extend(count);
    content_.extend(count);
    kind_.extend(count);
    return at(first);
  }
  /// To fewer events.
  void resize(std::size_t count) {
    track_.resize_uninitialized(count);
    time_.resize_uninitialized(count);
    content_.resize_uninitialized(count);
    kind_.resize_uninitialized(count);
  }

 private:
  PodVector<uint32_t> track_;
  PodVector<double> time_;
  PodVector<uint32_t> content_;
  PodVector<EventKind> kind_;
};

}  // namespace paje
