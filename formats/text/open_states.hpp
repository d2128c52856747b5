// What the times of nested states say about their depth.
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace paje {

/// The ends of states in one another, the outermost first. States come by their start; all calls
/// together take time in proportion to the states.
class OpenStates {
 public:
  explicit OpenStates(std::vector<double> ends = {})
      : ends_(std::move(ends)), going_on_(ends_.size()) {
    std::iota(going_on_.begin(), going_on_.end(), std::size_t{0});
  }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] double innermost_end() const { return ends_.back(); }

  /// How many states a state that starts then is in, as far as times show: the innermost one that
  /// goes on after `start` and those around it. `start` must not be before that of an earlier call.
  std::size_t depth_at(double start) {
    while (!going_on_.empty() && !(ends_[going_on_.back()] > start)) going_on_.pop_back();
    return going_on_.empty() ? 0 : going_on_.back() + 1;
  }

  void push(double end) {
    going_on_.push_back(ends_.size());
    ends_.push_back(end);
  }
  void pop() {
    ends_.pop_back();
    if (!going_on_.empty() && going_on_.back() == ends_.size()) going_on_.pop_back();
  }

 private:
  std::vector<double> ends_;
  // Places of those that may go on, the outermost first; all others were found to be over.
  std::vector<std::size_t> going_on_;
};

}  // namespace paje
