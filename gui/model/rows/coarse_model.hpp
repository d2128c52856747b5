// A model of a trace that is not read yet: what the levels of detail of an archive show.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "model/rows/trace_model.hpp"
#include "paje/read.hpp"

namespace paje::gui {

/// Null if the trace is no archive, or options leave out or change objects. Its outline knows that
/// objects may take `cache_bytes`. `check` as of TraceModel. Throws what reading an archive throws.
TraceModelPointer coarse_model(const std::string& path, const std::string& name,
                               const ReadOptions& read, const ShowOptions& show,
                               uint64_t cache_bytes, const std::function<void()>& check);

}  // namespace paje::gui
