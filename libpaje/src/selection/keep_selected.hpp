// Leaves out of a trace what is not selected, as a reading with that selection does.
#pragma once

#include "base/thread_pool.hpp"
#include "paje/selection.hpp"

namespace paje {

/// Throws SelectionError as SelectedObjects, and std::invalid_argument as TraceEditor.
void keep_selected(Trace& trace, const Selection& selection, ThreadPool& pool);

}  // namespace paje
