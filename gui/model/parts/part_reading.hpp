// Reads parts of a run from its archive.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "model/rows/trace_model.hpp"
#include "paje/selection.hpp"

namespace paje::gui {

/// The objects of a part, at most as many as take `most_bytes`; `tree` is a trace of the run with
/// any objects. Nothing if there are more. Throws what reading an archive throws, and
/// std::runtime_error if the file is another one by now.
std::optional<Trace> read_part_of(const RunOutline& outline, const Trace& tree, const RunPart& part,
                                  uint64_t most_bytes, std::stop_token stop);

/// The same as a model, which looks like that of the whole run in that part; null if there is too
/// much. `coarse` is what the run looks like from afar.
TraceModelPointer read_model_of(const TraceModel& coarse, const RunPart& part, uint64_t most_bytes,
                                const std::stop_token& stop);

/// What the objects of a model take, and what it needs to draw them.
uint64_t bytes_of(const TraceModel& model);

/// What reading needed, and what parts had that are no longer kept, goes back to the system: the
/// bound is one of the process.
void return_memory();

}  // namespace paje::gui
