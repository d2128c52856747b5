// Events that name a part: a file whose events follow them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "event/event_batch.hpp"
#include "input/chunk.hpp"
#include "paje/event.hpp"
#include "paje/read.hpp"

namespace paje {

struct PartName {
  std::string_view name;  ///< as the trace spells it
  uint64_t line_offset;   ///< of the event's line in its chunk
  uint32_t line;          ///< lines of the chunk before it
};

/// The part that an event names, if it names one that is to be read: PajeTraceFile, or
/// PajeCreateContainer with a Filename that is not empty; a FileName may be 0, too, for none.
std::optional<PartName> part_name(const EventHead& head, const EventDefinition& definition,
                                  const FieldValue* fields, const ReadOptions& options);

/// Cuts `chunk` off after the line of the event that names `part`, and returns what follows.
Chunk rest_behind(const PartName& part, Chunk& chunk);

}  // namespace paje
