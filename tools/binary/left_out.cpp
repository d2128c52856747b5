#include "binary/left_out.hpp"

#include <fmt/format.h>

#include "common/print_error.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

// A file that does not even begin as it should is none.
std::string line_of(const Diagnostic& problem) {
  const bool is_other_file = problem.rule == Rule::damaged_record && problem.where.byte == 0;
  if (!is_other_file) return paje::one_line(problem);
  return fmt::format("{}: byte 0: error: not a binary trace: found '{}', expected {}",
                     problem.where.file, problem.found, problem.expected);
}

}  // namespace

void LeftOut::add(const Diagnostic& problem) {
  ++count_;
  kinds_.add(problem);
  if (lines_.size() < kMostLines) lines_.push_back(line_of(problem));
}

std::string LeftOut::summary() const {
  if (count_ == 1) return lines_.front();
  return fmt::format("{} records left out, the first: {}", with_separators(count_), lines_.front());
}

void LeftOut::print() const {
  for (const std::string& line : lines_) say("{}\n", line);
  if (count_ > lines_.size()) kinds_.print("bin2paje");
}

}  // namespace paje::tools
