// The problems of a trace by rule: every one is counted, the first few of each rule are kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/diagnostic.hpp"

namespace paje::tools {

class ProblemList {
 public:
  struct Kind {
    Rule rule;
    uint64_t count = 0;
    std::vector<Diagnostic> kept;       ///< the first ones, in the order they were added
    std::vector<std::string> examples;  ///< of what has no place in the trace
  };

  /// Keeps at most `most` problems of a kind.
  explicit ProblemList(uint64_t most) : most_(most) {}

  void add(const Diagnostic& problem);
  /// Counts problems; only `examples` of them are kept.
  void add_count(Rule rule, uint64_t count, std::vector<std::string> examples = {});

  /// In the order in which each was broken first.
  [[nodiscard]] const std::vector<Kind>& kinds() const { return kinds_; }
  [[nodiscard]] uint64_t count() const { return count_; }
  [[nodiscard]] uint64_t count_of(Rule rule) const;
  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  Kind& kind_of(Rule rule);

  uint64_t most_;
  uint64_t count_ = 0;
  std::vector<Kind> kinds_;
};

}  // namespace paje::tools
