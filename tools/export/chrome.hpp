// A trace in the format of Chrome's tracing, which Perfetto and others open.
#pragma once

#include <functional>
#include <string_view>

#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

using TextSink = std::function<void(std::string_view)>;

/// Writes `trace` as a JSON object of trace events, formatted on `threads` threads (0: all cores);
/// the text does not depend on them. States become X, variables counters, events instants, links
/// flows. Times count in `unit` and are written in microseconds. What the format has no place for
/// is in arguments and in a member of its own, so that pj_import brings back the same trace;
/// user-defined fields only if the trace was read with them.
void write_chrome(const Trace& trace, bool has_user_fields, TimeUnit unit, unsigned threads,
                  const TextSink& sink);

}  // namespace paje::tools
