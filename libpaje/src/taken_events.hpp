// What a chunk's events are made of, until they are grouped: a column for each, so that many can be
// written at once, and only what is needed is read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "column.hpp"
#include "paje/event.hpp"

namespace paje {

/// What an event of a lane refers to, in the chunk's tables.
struct Symbols {
  uint32_t value;  ///< in ChunkRecords::values
  uint32_t link;   ///< in ChunkRecords::links
};

/// What an event of a lane has besides its time.
union EventContent {
  double number;  ///< of a variable
  Symbols symbols;
};

class TakenEvents {
 public:
  static constexpr uint32_t kNoLane = UINT32_MAX;

  /// One event and those behind it.
  struct Columns {
    uint32_t* lane;  ///< or kNoLane: then what follows is not set
    double* time;
    EventContent* content;
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
  Column<uint32_t> lane_;
  Column<double> time_;
  Column<EventContent> content_;
  Column<EventKind> kind_;
};

}  // namespace paje
