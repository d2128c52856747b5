// Tables of words and numbers, as wide as they need to be.
#pragma once

#include <string>
#include <vector>

#include "compare/runs.hpp"

namespace paje::tools {

class TextTable {
 public:
  /// Titles of columns; one that begins with '>' is of numbers, put to the right.
  explicit TextTable(std::vector<std::string> titles);
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] bool empty() const { return rows_.size() == 1; }
  [[nodiscard]] std::string text() const;

 private:
  std::vector<bool> is_right_;
  std::vector<std::vector<std::string>> rows_;
};

/// `+` or `-` as many times as `amount` is of `most`, at most 20.
std::string bar_text(double amount, double most);
/// `MPI_Wait +0.5, compute -0.1 and 3 more`: the first `most` of them.
std::string amounts_text(const Runs& runs, const std::vector<ValueAmount>& amounts,
                         std::size_t most);

}  // namespace paje::tools
