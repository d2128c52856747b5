// What a trace owns, for those that pass all of it on: archives, events of a trace, cuts.
#pragma once

#include "trace/trace_data.hpp"

namespace paje {

class TraceAccess {
 public:
  static const TraceData& data(const Trace& trace) {
    trace.data_->load_all();
    return *trace.data_;
  }
  /// Columns may be missing that the loader would read.
  static const TraceData& data_as_it_is(const Trace& trace) { return *trace.data_; }
};

}  // namespace paje
