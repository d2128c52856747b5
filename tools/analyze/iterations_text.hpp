// What is said of the iterations of a run.
#pragma once

#include <string>

#include "analyze/run.hpp"
#include "analyze/sheet.hpp"
#include "paje/iterations.hpp"

namespace paje::tools {

/// One sentence.
std::string iterations_text(const Run& run, const Iterations& found);
/// A line for each of the longest outliers.
std::string outlier_text(const Run& run, const Iterations& found, std::size_t most);
Sheet outlier_table(const Run& run, const Iterations& found);

}  // namespace paje::tools
