#include "validate/problem_list.hpp"

#include <algorithm>
#include <utility>

namespace paje::tools {

ProblemList::Kind& ProblemList::kind_of(Rule rule) {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(),
                                  [&](const Kind& kind) { return kind.rule == rule; });
  if (found != kinds_.end()) return *found;
  return kinds_.emplace_back(Kind{.rule = rule});
}

void ProblemList::add(const Diagnostic& problem) {
  Kind& kind = kind_of(problem.rule);
  ++kind.count;
  ++count_;
  if (kind.kept.size() < most_) kind.kept.push_back(problem);
}

void ProblemList::add_count(Rule rule, uint64_t count, std::vector<std::string> examples) {
  if (count == 0) return;
  Kind& kind = kind_of(rule);
  kind.count += count;
  kind.examples = std::move(examples);
  count_ += count;
}

uint64_t ProblemList::count_of(Rule rule) const {
  for (const Kind& kind : kinds_) {
    if (kind.rule == rule) return kind.count;
  }
  return 0;
}

}  // namespace paje::tools
