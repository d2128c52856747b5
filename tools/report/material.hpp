// What a report is made from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/pictures.hpp"
#include "analyze/summarise.hpp"
#include "compare/runs.hpp"
#include "report/options.hpp"

namespace paje::tools {

/// A run that can be analysed.
struct Analysed {
  Run run;
  Summary summary;
  ValueStyles styles;
  std::string name;  ///< of the file, without its folder
};

struct Material {
  const ReportOptions& options;
  Analysed first;
  std::optional<Analysed> other;
  std::optional<Runs> comparison;
  std::string no_comparison;  ///< why there is none, though there is another run
};

/// The last part of a path.
std::string file_name(const std::string& path);

}  // namespace paje::tools
