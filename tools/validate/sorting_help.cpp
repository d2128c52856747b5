#include "validate/sorting_help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/tool.hpp"

namespace paje::tools {

bool is_of_order(Rule rule) {
  return rule == Rule::not_time_ordered || rule == Rule::destroyed_before_end;
}

uint64_t count_of_order(const ProblemList& problems) {
  return problems.count_of(Rule::not_time_ordered) + problems.count_of(Rule::destroyed_before_end);
}

std::string SortingHelp::text() const {
  return fmt::format("With --sort, {} of {} of the order of times go away; {} left.\n",
                     with_separators(of_order - std::min(of_order, of_order_left)),
                     counted(of_order, "problem", "problems"),
                     left == 0
                         ? "no problem is"
                         : counted(left, "problem of any kind is", "problems of all kinds are"));
}

std::optional<SortingHelp> sorting_help(const Input& input, ReadOptions read,
                                        const ProblemList& problems) {
  SortingHelp help;
  help.of_order = count_of_order(problems);
  if (help.of_order == 0 || read.sort) return std::nullopt;
  read.sort = true;
  read.on_problem = [&](const Diagnostic& problem) {
    ++help.left;
    if (is_of_order(problem.rule)) ++help.of_order_left;
  };
  (void)check_trace(input, read);
  return help;
}

}  // namespace paje::tools
