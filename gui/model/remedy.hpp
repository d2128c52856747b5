// Ways to read a trace that was refused, and which of them can help against which problem.
#pragma once

#include <cstddef>
#include <vector>

#include "paje/diagnostic.hpp"

namespace paje::gui {

enum class Remedy { lenient, no_half_links, old_names, sorted };
inline constexpr std::size_t kRemedies = 4;

/// Those that can help where this rule is broken, in the order to be offered; none where the rest
/// of the trace cannot be read at all, or where a strict reading goes on anyway.
std::vector<Remedy> remedies_for(Rule rule);

}  // namespace paje::gui
