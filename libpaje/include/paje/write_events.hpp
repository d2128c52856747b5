// Converts a finished trace back to events, in any encoding of the format.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "paje/export.hpp"
#include "paje/trace.hpp"
#include "paje/writer.hpp"

namespace paje {

/// Writes events that replay to the same trace: the same types, values, containers and objects in
/// the same order, with the same times, names, quotes, aliases, colours, keys and user-defined
/// fields. Values without a definition are numbered by first use, and unused ones are left out.
/// Events are in order of time, as far as the trace has such an order. A container below a parent
/// of an unexpected type, which only a lenient reading accepts, is written as it is, and again
/// needs such a reading.
///
/// Throws WriterError if no events make this trace: if states overlap in a way that only
/// --no-imbrication produces, if removed objects or containers leave others without what they need,
/// if something happens after the end (ReadOptions::stop_at), or if text cannot spell a word.
/// Problems of whole tracks are found before anything is written. Memory is proportional to tracks
/// and links. O(objects * log tracks).
PAJE_EXPORT void write_events(const Trace& trace, Encoding encoding,
                              const std::function<void(std::string_view)>& sink);

/// The number of containers below a parent of an unexpected type: they need a lenient reading.
PAJE_EXPORT uint64_t count_displaced(const Trace& trace);

}  // namespace paje
