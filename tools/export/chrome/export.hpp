// A trace in the format of Chrome's tracing, which Perfetto and others open.
#pragma once

#include <functional>
#include <string_view>

#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

using TextSink = std::function<void(std::string_view)>;

struct ChromeOptions {
  bool has_user_fields = true;        ///< write those that the trace was read with
  std::string_view size_field;        ///< as UserColumns has it
  TimeUnit unit = TimeUnit::seconds;  ///< in which the trace counts
  unsigned threads = 0;               ///< 0: all cores; the text does not depend on it
};

/// Writes `trace` as a JSON object of trace events. States become X, variables counters, events
/// instants, links flows. Times are written in microseconds. What the format
/// has no place for is in arguments and in a member of its own, so that pj_import brings back the
/// same trace. Throws std::invalid_argument as UserColumns.
void write_chrome(const Trace& trace, const ChromeOptions& options, const TextSink& sink);

}  // namespace paje::tools
