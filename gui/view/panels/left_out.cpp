#include "view/panels/left_out.hpp"

#include <algorithm>

#include "model/number_text.hpp"

namespace paje::gui {

void LeftOut::add(const Diagnostic& problem) {
  ++(problem.repair == Repair::left_out ? left_out_ : mended_);
  list(problem);
}

void LeftOut::add_warning(const Diagnostic& warning) {
  ++warnings_;
  list(warning);
}

void LeftOut::list(const Diagnostic& problem) {
  auto entry = std::find_if(entries_.begin(), entries_.end(),
                            [&](const Entry& other) { return other.rule == problem.rule; });
  if (entry == entries_.end()) {
    entries_.push_back({problem.rule, 0, one_line(problem)});
    entry = entries_.end() - 1;
  }
  ++entry->count;
}

std::string LeftOut::summary() const {
  std::string summary;
  const auto add_count = [&](uint64_t count, const char* words) {
    if (count == 0) return;
    summary += (summary.empty() ? "" : ", ") + count_text(count) + ' ' + words;
  };
  add_count(left_out_, "left out");
  add_count(mended_, "mended");
  add_count(warnings_, warnings_ == 1 ? "warning" : "warnings");
  return summary;
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
