// The events of an input that has some, and so is no archive.
#pragma once

#include "paje/read.hpp"

namespace paje {

/// As visit_events().
ReadCounts visit_input(const Input& input, const ReadOptions& options, EventVisitor& visitor);

}  // namespace paje
