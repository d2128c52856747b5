// Whether reading with --sort would help a trace whose lines are not in the order of times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "paje/read.hpp"
#include "validate/problem_list.hpp"

namespace paje::tools {

struct SortingHelp {
  uint64_t of_order = 0;       ///< problems of the order of times
  uint64_t of_order_left = 0;  ///< such as are left when events are sorted
  uint64_t left = 0;           ///< problems of all kinds that are left then

  /// A line.
  [[nodiscard]] std::string text() const;
};

/// Whether sorting may mend it.
[[nodiscard]] bool is_of_order(Rule rule);
[[nodiscard]] uint64_t count_of_order(const ProblemList& problems);

/// Nothing if there is no problem of the order, or events were sorted. Else reads the trace once
/// more, with `read` except for the sorting.
std::optional<SortingHelp> sorting_help(const Input& input, ReadOptions read,
                                        const ProblemList& problems);

}  // namespace paje::tools
