// A model of a trace that is not read yet: what the levels of detail of an archive show.
#pragma once

#include <functional>
#include <string>

#include "model/rows/trace_model.hpp"
#include "paje/read.hpp"

namespace paje::gui {

/// Null if there are no levels of detail: the trace is no archive, its tracks are short, or options
/// leave out or change objects. `check` as of TraceModel. Throws what reading an archive throws.
TraceModelPointer coarse_model(const std::string& path, const std::string& name,
                               const ReadOptions& read, const ShowOptions& show,
                               const std::function<void()>& check);

}  // namespace paje::gui
