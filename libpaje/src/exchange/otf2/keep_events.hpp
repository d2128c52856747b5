// Has the library of OTF2 put the events that it reads into a block.
#pragma once

#include <otf2/otf2.h>

#include "exchange/otf2/event.hpp"

namespace paje::exchange {

/// What the data of the callbacks points to: the block that is filled.
using Otf2Filled = Otf2Block*;

void set_callbacks_of_events(OTF2_GlobalEvtReaderCallbacks* callbacks);

/// Adds an event. Returns where it is, or null if there is no memory: the block says so then.
Otf2Event* keep_event(void* data, OTF2_LocationRef location, OTF2_TimeStamp time,
                      Otf2EventKind kind, uint32_t subject,
                      const OTF2_AttributeList* attributes) noexcept;

}  // namespace paje::exchange
