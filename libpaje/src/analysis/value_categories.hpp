// Categories of values, which some traces from other formats have.
#pragma once

#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

/// By ValueId: the user-defined field `cat` (or `category`, in any case) of the first state of the
/// value that has it; an empty word if none has it. Empty if the trace has no such field.
std::vector<std::string_view> categories_of_values(const Trace& trace);

}  // namespace paje
