#include "problem_list.hpp"

#include <algorithm>

namespace paje::tools {

void ProblemList::add(const Diagnostic& problem) {
  auto kind = std::find_if(kinds_.begin(), kinds_.end(),
                           [&](const Kind& known) { return known.rule == problem.rule; });
  if (kind == kinds_.end()) kind = kinds_.insert(kind, {problem.rule, 0, {}});
  ++kind->count;
  ++count_;
  if (kind->kept.size() < most_) kind->kept.push_back(problem);
}

uint64_t ProblemList::count_of(Rule rule) const {
  for (const Kind& kind : kinds_) {
    if (kind.rule == rule) return kind.count;
  }
  return 0;
}

}  // namespace paje::tools
