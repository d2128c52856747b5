// Appends events to a batch without checking for room each time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "event/event_batch.hpp"

namespace paje::rastro {

/// Appends to a batch up to `most` events in it; the batch is right again when this is gone.
class BatchWriter {
 public:
  BatchWriter(EventBatch& batch, std::size_t most)
      : batch_(batch),
        count_(batch.heads.size()),
        most_(std::max(most, count_)),
        heads_(room_for_heads(batch, most_)) {}
  BatchWriter(const BatchWriter&) = delete;
  BatchWriter& operator=(const BatchWriter&) = delete;
  ~BatchWriter() { batch_.heads.resize_uninitialized(count_); }

  [[nodiscard]] bool is_full() const { return count_ == most_; }
  /// For the fields of the next event; until the next call.
  [[nodiscard]] FieldValue* room(std::size_t fields) { return batch_.room_for(fields); }
  /// The event whose fields were written there.
  void add(uint64_t offset, uint32_t definition, std::size_t fields) {
    heads_[count_++] = {offset, 0, definition, static_cast<uint32_t>(batch_.used_fields)};
    batch_.used_fields += fields;
  }

  /// For many events at once: where their heads go, where their fields, and how many of these the
  /// batch has already.
  struct Run {
    EventHead* head;
    EventHead* heads_end;
    FieldValue* values;
    std::size_t used_fields;
  };
  /// Room for as many events as there may be, of up to `fields` each; or for fewer, so that a batch
  /// of few events has little room.
  [[nodiscard]] Run begin_run(std::size_t fields) {
    const std::size_t there = (batch_.fields.size() - batch_.used_fields) / fields;
    const std::size_t events = std::min(most_ - count_, std::max({kFewest, 2 * count_, there}));
    return {heads_ + count_, heads_ + count_ + events, batch_.room_for(events * fields),
            batch_.used_fields};
  }
  /// Events up to `head` were written, with that many fields in all.
  void end_run(const EventHead* head, std::size_t fields) {
    count_ = static_cast<std::size_t>(head - heads_);
    batch_.used_fields += fields;
  }

 private:
  static constexpr std::size_t kFewest = 64;  // events of a run

  static EventHead* room_for_heads(EventBatch& batch, std::size_t most) {
    batch.heads.resize_uninitialized(most);
    return batch.heads.data();
  }

  EventBatch& batch_;
  std::size_t count_;
  std::size_t most_;
  EventHead* heads_;
};

}  // namespace paje::rastro
