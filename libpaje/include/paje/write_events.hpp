// A finished trace as events again: the way from columns back to a file that every reader of the
// format takes.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "paje/export.hpp"
#include "paje/trace.hpp"
#include "paje/writer.hpp"

namespace paje {

/// Writes events that make the same trace when they are replayed: the same types, values,
/// containers and objects in the same order, with the same times, names, quotes, aliases, colours,
/// keys and user-defined fields. Values that no event defined are numbered by first use, and those
/// of them that no object has are left out. Events come in the order of their times, as far as the
/// trace has such an order. What only a lenient reading takes, a container below one of an
/// unexpected type, is written as it is, and needs one again.
///
/// Throws WriterError if no events make this trace: its states lie on top of each other as only
/// --no-imbrication replays them, objects or containers were left out so that others miss what they
/// follow from, something happens after its end (ReadOptions::stop_at), or a word has no spelling
/// in text. Whatever concerns whole tracks is found before anything is written. Takes memory in
/// proportion to the tracks and links; O(objects * log tracks).
PAJE_EXPORT void write_events(const Trace& trace, Encoding encoding,
                              const std::function<void(std::string_view)>& sink);

/// Containers below one of an unexpected type: their events need a lenient reading.
PAJE_EXPORT uint64_t count_displaced(const Trace& trace);

}  // namespace paje
