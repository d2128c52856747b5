// What a conversion could not use of a binary trace: some lines, and how many there were of each
// kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/read_report.hpp"
#include "paje/diagnostic.hpp"

namespace paje::tools {

class LeftOut {
 public:
  /// To be called in the order of the file.
  void add(const Diagnostic& problem);
  [[nodiscard]] bool is_empty() const { return count_ == 0; }
  /// All of it in a line.
  [[nodiscard]] std::string summary() const;
  /// Says all of it on standard error.
  void print() const;

 private:
  static constexpr std::size_t kMostLines = 20;

  uint64_t count_ = 0;
  std::vector<std::string> lines_;
  RepairCounts kinds_;
};

}  // namespace paje::tools
