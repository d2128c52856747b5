// A trace in the format of Chrome's tracing, which Perfetto and others open.
#pragma once

#include <functional>
#include <string_view>

#include "paje/trace.hpp"

namespace paje::tools {

using TextSink = std::function<void(std::string_view)>;

/// Writes `trace` as a JSON object of trace events, formatted on `threads` threads (0: all cores);
/// the text does not depend on them. States become B and E, variables counters, events instants,
/// links flows. Times are taken as seconds and written in microseconds.
void write_chrome(const Trace& trace, unsigned threads, const TextSink& sink);

}  // namespace paje::tools
