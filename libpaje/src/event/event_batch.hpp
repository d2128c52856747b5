// Decoded events in order, a few thousand at a time: what every decoder makes, whatever the format
// of the input, and what everything downstream takes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/pod_vector.hpp"
#include "paje/event.hpp"

namespace paje {

struct EventHead {
  uint64_t offset;       ///< of the event's line in the chunk
  uint32_t line;         ///< lines of the chunk before the event's
  uint32_t definition;   ///< its number in the DefinitionList
  uint32_t first_field;  ///< in EventBatch::fields; as many as the definition has
};

/// Fields point into the chunk (or into what the decoder keeps as long as the chunk).
struct EventBatch {
  PodVector<EventHead> heads;
  std::vector<FieldValue> fields;
  std::size_t used_fields = 0;

  void clear() {
    heads.clear();
    used_fields = 0;
  }
  /// Room for `count` more fields; the pointer holds until the next call.
  FieldValue* room_for(std::size_t count) {
    if (fields.size() - used_fields < count) grow(count);
    return fields.data() + used_fields;
  }
  [[nodiscard]] const FieldValue* fields_of(const EventHead& head) const {
    return fields.data() + head.first_field;
  }

 private:
  [[gnu::noinline]] void grow(std::size_t count) { fields.resize(used_fields * 2 + count + 64); }
};

}  // namespace paje
