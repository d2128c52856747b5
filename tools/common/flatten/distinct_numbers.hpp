// Different numbers in the order in which they came.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace paje::tools {

/// Nearly always few: then a list is all it takes. Looked up by hash when they are many.
class DistinctNumbers {
 public:
  /// Unless it is there. O(1).
  void add(uint32_t number) {
    if (list_.size() < kFew) {
      if (std::find(list_.begin(), list_.end(), number) != list_.end()) return;
    } else {
      if (by_text_.empty()) by_text_.insert(list_.begin(), list_.end());
      if (!by_text_.insert(number).second) return;
    }
    list_.push_back(number);
  }
  [[nodiscard]] const std::vector<uint32_t>& list() const { return list_; }

 private:
  static constexpr std::size_t kFew = 32;

  std::vector<uint32_t> list_;
  std::unordered_set<uint32_t> by_text_;  // the same, once they are more than a few
};

}  // namespace paje::tools
