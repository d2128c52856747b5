// Writes the root file and the parts of a planned split.
#pragma once

#include <string>

#include "paje/read.hpp"
#include "paje/trace.hpp"
#include "parts/split_plan.hpp"

namespace paje::tools {

inline constexpr const char* kRootFile = "root.paje";

/// Reads the events again that `plan` and `tree`, their replay, were made of, and writes them to
/// files in `directory`, which is empty. Throws as visit_events(), and std::system_error.
void write_split(const Input& input, const ReadOptions& options, const Trace& tree,
                 const SplitPlan& plan, const std::string& directory);

}  // namespace paje::tools
