// What a report says of another run.
#pragma once

#include "picture/markup.hpp"
#include "report/material.hpp"

namespace paje::tools {

/// By how much the other run is longer, and what others wait for longer there: the first sentence
/// of a page on two runs.
void add_comparison_verdict(Markup& page, const Material& material);
void add_comparison(Markup& page, const Material& material);

}  // namespace paje::tools
