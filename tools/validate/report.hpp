// The result of pj_validate, as text or as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "validate/contents.hpp"
#include "validate/problem_list.hpp"
#include "validate/sorting_help.hpp"

namespace paje::tools {

struct ValidationReport {
  std::string file;
  ProblemList errors;    ///< data is wrong or missing
  ProblemList warnings;  ///< harmless oddities
  std::vector<Notice> notices;
  Contents contents;
  std::optional<SortingHelp> sorting;
};

std::string text_report(const ValidationReport& report);
std::string json_report(const ValidationReport& report);

}  // namespace paje::tools
