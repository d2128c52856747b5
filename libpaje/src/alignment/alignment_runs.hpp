// Runs of columns that are put together piece by piece.
#pragma once

#include <vector>

#include "paje/alignment.hpp"

namespace paje {

class AlignmentRuns {
 public:
  void append(AlignmentColumn column, uint64_t length) {
    if (length == 0) return;
    if (!runs_.empty() && runs_.back().column == column) {
      runs_.back().length += length;
    } else {
      runs_.push_back({column, length});
    }
  }

  void append(const AlignmentRuns& rest) {
    for (const AlignmentRun& run : rest.runs_) append(run.column, run.length);
  }

  [[nodiscard]] std::vector<AlignmentRun> release() { return std::move(runs_); }

 private:
  std::vector<AlignmentRun> runs_;
};

}  // namespace paje
