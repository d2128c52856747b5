// What a report says of another run.
#pragma once

#include "picture/markup.hpp"
#include "report/material.hpp"

namespace paje::tools {

/// One sentence, as an item of a list.
void add_comparison_words(Markup& page, const Runs& runs, TimeUnit unit);
void add_comparison(Markup& page, const Material& material);

}  // namespace paje::tools
