#include "view/panels/left_out.hpp"

#include <algorithm>

#include "model/number_text.hpp"

namespace paje::gui {

void LeftOut::add(const Diagnostic& problem) {
  auto entry = std::find_if(entries_.begin(), entries_.end(),
                            [&](const Entry& other) { return other.rule == problem.rule; });
  if (entry == entries_.end()) {
    entries_.push_back({problem.rule, 0, one_line(problem)});
    entry = entries_.end() - 1;
  }
  ++entry->count;
}

uint64_t LeftOut::count() const {
  uint64_t count = 0;
  for (const Entry& entry : entries_) count += entry.count;
  return count;
}

std::string LeftOut::text() const {
  std::string text = told_;
  for (const Entry& entry : entries_) {
    text += std::string(text_of(entry.rule).title) + ": " + count_text(entry.count) +
            (entry.count == 1 ? " time" : " times") + "; first " + entry.first + "\n";
  }
  return text;
}

}  // namespace paje::gui
