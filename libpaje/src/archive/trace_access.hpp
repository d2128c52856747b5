// What a trace owns, for the archive, which keeps all of it.
#pragma once

#include "trace/trace_data.hpp"

namespace paje {

class TraceAccess {
 public:
  static const TraceData& data(const Trace& trace) { return *trace.data_; }
};

}  // namespace paje
