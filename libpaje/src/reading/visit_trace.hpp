// The objects of a finished trace, one by one.
#pragma once

#include "paje/read.hpp"

namespace paje {

/// Hands all objects to the visitor: those of each container, then the container.
void visit_trace(const Trace& trace, ObjectVisitor& visitor);

}  // namespace paje
