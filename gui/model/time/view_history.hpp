// What was shown before: Backspace goes back. Steps that follow one another quickly, as of a wheel,
// are one.
#pragma once

#include <optional>
#include <vector>

#include "model/time/time_axis.hpp"

namespace paje::gui {

struct Place {
  TimeAxis axis;
  double scroll = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

class ViewHistory {
 public:
  /// Remembers `before`, unless a step was taken less than `kPause` seconds before `now`.
  void push(const Place& before, double now) {
    const bool is_same_step = now - last_ < kPause && !places_.empty();
    last_ = now;
    if (is_same_step || (!places_.empty() && places_.back() == before)) return;
    places_.push_back(before);
    if (places_.size() > kMost) places_.erase(places_.begin());
  }
  /// The place to go back to.
  std::optional<Place> pop() {
    if (places_.empty()) return {};
    const Place place = places_.back();
    places_.pop_back();
    last_ = -1e9;
    return place;
  }
  void clear() { places_.clear(); }

 private:
  static constexpr double kPause = 0.5;
  static constexpr std::size_t kMost = 200;
  std::vector<Place> places_;
  double last_ = -1e9;
};

}  // namespace paje::gui
