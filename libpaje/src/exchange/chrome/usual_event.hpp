// Events of a Chrome trace as most writers spell them, read with one look at each byte.
#pragma once

#include "exchange/chrome/event.hpp"

namespace paje::exchange {

/// Reads an event from its brace at `at` on and returns where it ends: what JsonCursor and
/// ChromeParser make of it. Null for what is theirs: anything that is wrong, escapes and bytes
/// above ASCII in its words, members that are there twice, not known, or rare, and what comes
/// within 16 bytes of `end`; `event` is then of no use.
const char* read_usual_event(const char* at, const char* end, ChromeEvent& event);

}  // namespace paje::exchange
