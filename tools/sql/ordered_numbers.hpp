// Numbers, for percentiles of them: first only collected, and sorted
// as far as needed at the end; once some are taken out again, or asked for on the way, as a window
// does, kept in two halves, each in order.
#pragma once

#include <set>
#include <vector>

namespace paje::tools {

class OrderedNumbers {
 public:
  /// `share` from 0 to 1: 0.5 asks for the median.
  explicit OrderedNumbers(double share) : share_(share) {}

  void add(double number);
  /// A number that was added.
  void remove(double number);
  [[nodiscard]] bool empty() const { return numbers_.empty() && low_.empty() && high_.empty(); }
  /// The number at the share, between two neighbours in proportion. O(log n); of a window, the
  /// first time O(n log n).
  double at_share_of_window();
  /// The same, after which nothing may be added. O(n).
  double at_share_at_end();

 private:
  void make_halves();
  void balance();
  void add_to_halves(double number);

  double share_;
  std::vector<double> numbers_;
  // The number at the share, rounded down, is the last of the low ones.
  std::multiset<double> low_;
  std::multiset<double> high_;
  bool has_halves_ = false;
};

}  // namespace paje::tools
