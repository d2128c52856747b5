// The objects of a finished trace, one by one.
#pragma once

#include "paje/read.hpp"

namespace paje {

/// Passes all objects on to the visitor: those of each container, then the container, if it is
/// selected. `trace` has the selected objects, and containers that these need.
void visit_trace(const Trace& trace, const Selection& selection, ObjectVisitor& visitor);

}  // namespace paje
