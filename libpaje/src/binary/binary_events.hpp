// What a few records of a binary trace hold, decoded. Records are decoded one after the other, as
// they refer to words that came before; all else is done with them as with the events of text.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "event/event_batch.hpp"
#include "event/problem.hpp"
#include "formats/decoder.hpp"
#include "formats/word_pages.hpp"

namespace paje {

struct BinaryEvents {
  /// Which the file defines after the events before and ahead of these.
  std::vector<EventDefinition> definitions;
  /// How many the file defines in all before these events.
  uint32_t definitions_before = 0;
  /// A head's definition is its number in the file.
  EventBatch events;
  std::optional<Problem> problem;  ///< after the events
  // What fields refer to.
  rastro::WordPages spelled;
  std::shared_ptr<const rastro::Decoder> decoder;
  std::shared_ptr<const BinaryEvents> cut_from;

  void clear() {
    definitions.clear();
    definitions_before = 0;
    events.clear();
    problem.reset();
    spelled.clear();
    cut_from.reset();
  }
};

}  // namespace paje
