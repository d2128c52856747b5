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
    uint64_t* offset;      ///< of the event's line in the chunk
    uint32_t* definition;  ///< its number in the DefinitionList
    uint32_t* lane;        ///< or kNoLane: then what follows is not set
    double* time;
    EventContent* content;
    EventKind* kind;
  };

  [[nodiscard]] std::size_t size() const { return offset_.size(); }
  [[nodiscard]] Columns at(std::size_t event) {
    return {offset_.data() + event, definition_.data() + event, lane_.data() + event,
            time_.data() + event,   content_.data() + event,    kind_.data() + event};
  }
  [[nodiscard]] uint64_t offset(std::size_t event) const { return offset_[event]; }
  [[nodiscard]] uint32_t definition(std::size_t event) const { return definition_[event]; }
  /// In order.
  [[nodiscard]] const Column<uint64_t>& offsets() const { return offset_; }

  void clear() { resize(0); }
  /// Adds so many events, nothing of which is set. Returns the first.
  Columns extend(std::size_t count) {
    const std::size_t first = size();
    offset_.extend(count);
    definition_.extend(count);
    lane_.extend(count);
    time_.extend(count);
    content_.extend(count);
    kind_.extend(count);
    return at(first);
  }
  /// To fewer events.
  void resize(std::size_t count) {
    offset_.resize_uninitialized(count);
    definition_.resize_uninitialized(count);
    lane_.resize_uninitialized(count);
    time_.resize_uninitialized(count);
    content_.resize_uninitialized(count);
    kind_.resize_uninitialized(count);
  }

 private:
  Column<uint64_t> offset_;
  Column<uint32_t> definition_;
  Column<uint32_t> lane_;
  Column<double> time_;
  Column<EventContent> content_;
  Column<EventKind> kind_;
};

}  // namespace paje
