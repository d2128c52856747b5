// What is mostly in order, as the lines of traces are: the few elements that are out of place are
// separated from the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace paje {

/// Marks elements so that the others are in order: about as few as can be where few are out of
/// place. Those whose `may_stay` is false are marked anyway. O(n).
template <class T, class Less>
class MisplacedMarker {
 public:
  MisplacedMarker(std::span<const T> all, uint8_t* marks, const Less& less)
      : all_(all), marks_(marks), less_(less) {}

  template <class MayStay>
  void mark(const MayStay& may_stay) {
    std::size_t smaller = 0;  // how many were marked since the last one, being smaller
    for (std::size_t i = 0; i < all_.size(); ++i) {
      marks_[i] = 1;
      if (!may_stay(all_[i])) continue;
      if (last_ != kNone && less_(all_[i], all_[last_])) {
        if (++smaller < kPatience) continue;
        smaller = 0;
        if (give_way(i + 1 - kPatience)) i -= kPatience;  // these are looked at once more
        continue;
      }
      if (is_too_large(i)) continue;
      marks_[i] = 0;
      smaller = 0;
      last_ = i;
    }
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  // If this many elements after those that stay are smaller, they are in place, not those before
  // them.
  static constexpr std::size_t kPatience = 8;
  static constexpr std::size_t kMostGiveWay = 4;
  // How far it is looked back for those.
  static constexpr std::size_t kBack = 64;
  // How far it is looked ahead for smaller ones.
  static constexpr std::size_t kAhead = 4;

  // Whether most of those after an element are smaller.
  [[nodiscard]] bool is_too_large(std::size_t i) const {
    if (i + 1 == all_.size() || !less_(all_[i + 1], all_[i])) return false;
    const std::size_t end = std::min(i + 1 + kAhead, all_.size());
    std::size_t smaller = 1;
    for (std::size_t j = i + 2; j < end; ++j) smaller += less_(all_[j], all_[i]) ? 1 : 0;
    return 2 * smaller > end - i - 1;
  }

  // The last ones that stayed give way to those from `begin` on, if they are few.
  bool give_way(std::size_t begin) {
    std::array<const T*, kPatience> behind;
    for (std::size_t j = 0; j < kPatience; ++j) behind[j] = &all_[begin + j];
    const auto middle = behind.begin() + kPatience / 2;
    std::nth_element(behind.begin(), middle, behind.end(),
                     [this](const T* a, const T* b) { return less_(*a, *b); });
    std::array<std::size_t, kMostGiveWay> larger;
    std::size_t count = 0;
    std::size_t at = last_;
    while (at != kNone && less_(**middle, all_[at])) {
      if (count == kMostGiveWay) return false;
      larger[count++] = at;
      at = stayed_before(at);
      if (at == all_.size()) return false;
    }
    for (std::size_t i = 0; i < count; ++i) marks_[larger[i]] = 1;
    last_ = at;
    return count > 0;
  }

  // The one that stayed before that, or kNone; the size if it is too far.
  [[nodiscard]] std::size_t stayed_before(std::size_t at) const {
    const std::size_t end = at > kBack ? at - kBack : 0;
    for (; at > end; --at) {
      if (marks_[at - 1] == 0) return at - 1;
    }
    return end == 0 ? kNone : all_.size();
  }

  const std::span<const T> all_;
  uint8_t* const marks_;
  const Less less_;
  std::size_t last_ = kNone;  // that stayed
};

/// O(n) if few elements are out of place, O(n log n) at worst.
template <class T, class Less>
void sort_mostly_ascending(std::span<T> all, const Less& less) {
  std::vector<uint8_t> marks(all.size());
  MisplacedMarker<T, Less>(std::span<const T>(all), marks.data(), less).mark([](const T&) {
    return true;
  });
  std::vector<T> misplaced;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (marks[i] != 0) {
      misplaced.push_back(all[i]);
    } else {
      all[kept++] = all[i];
    }
  }
  std::sort(misplaced.begin(), misplaced.end(), less);
  // From the end, so that nothing is overwritten that is still to be moved.
  std::size_t to = all.size();
  for (std::size_t out = misplaced.size(); out > 0;) {
    const bool is_out = kept == 0 || less(all[kept - 1], misplaced[out - 1]);
    all[--to] = is_out ? misplaced[--out] : all[--kept];
  }
}

}  // namespace paje
