// The sections of a report after its first screen.
#pragma once

#include "picture/markup.hpp"
#include "report/material.hpp"

namespace paje::tools {

void add_overview(Markup& page, const Material& material);
void add_efficiency(Markup& page, const Analysed& of);
void add_waits(Markup& page, const Analysed& of);
void add_path(Markup& page, const Analysed& of);
void add_profile(Markup& page, const Analysed& of);
void add_messages(Markup& page, const Run& run, const AnalyzeOptions& options);
void add_iterations(Markup& page, const Analysed& of);
/// What the report rests on, and what the trace lacks.
void add_basis(Markup& page, const Analysed& of);

}  // namespace paje::tools
