// A trace cut into pieces of rows, each worth a task of its own.
#pragma once

#include <vector>

#include "paje/trace.hpp"

namespace paje::tools {

/// Parts of the lists of `kind`, in order, of some thousand rows. States are cut only before an
/// outermost one, so that each part has all of a nest.
std::vector<ObjectList> pieces_of(const Trace& trace, TypeKind kind);

}  // namespace paje::tools
