// The categories of values that traces of other formats have.
#pragma once

#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

/// By ValueId: what the user-defined field `cat` (or `category`; case does not matter) of the first
/// state of that value says; empty where none says anything. Empty without such a field.
std::vector<std::string_view> categories_of_values(const Trace& trace);

}  // namespace paje
