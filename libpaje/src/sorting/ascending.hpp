// What is mostly in order, as the lines of traces are: the few elements that are out of place are
// told from the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace paje {

/// Marks elements of a sequence so that the others are in order; about as few as can be where few
/// are out of place. O(n).
template <class T, class Less>
class MisplacedMarker {
 public:
  explicit MisplacedMarker(const Less& less) : less_(less) {}

  /// The next elements of the sequence, and a mark for each. Those of `may_stay` that are false are
  /// marked anyway. Elements and marks stay where they are as long as this.
  template <class MayStay>
  void take(std::span<const T> some, uint8_t* marks, const MayStay& may_stay) {
    behind_smaller_ = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      const T& element = some[i];
      marks[i] = 1;
      if (!may_stay(element)) continue;
      if (stayed_ > 0 && less_(element, *last().element)) {
        if (++behind_smaller_ == kPatience) i = go_back(some, i);
        continue;
      }
      if (is_too_large(some, i)) continue;
      marks[i] = 0;
      behind_smaller_ = 0;
      ring_[stayed_++ % kRing] = {&element, marks + i};
      in_ring_ = std::min(in_ring_ + 1, kRing);
    }
  }

 private:
  // So many smaller ones behind those that stay are what is in place.
  static constexpr std::size_t kPatience = 8;
  static constexpr std::size_t kMostGiveWay = 4;
  static constexpr std::size_t kRing = 16;
  // How far it is looked ahead for larger ones.
  static constexpr std::size_t kAhead = 4;

  struct Stayed {
    const T* element;
    uint8_t* mark;
  };

  [[nodiscard]] const Stayed& last() const { return ring_[(stayed_ - 1) % kRing]; }

  // Whether most of those behind an element are smaller.
  [[nodiscard]] bool is_too_large(std::span<const T> some, std::size_t i) const {
    if (i + 1 == some.size() || !less_(some[i + 1], some[i])) return false;
    const std::size_t end = std::min(i + 1 + kAhead, some.size());
    std::size_t smaller = 1;
    for (std::size_t j = i + 2; j < end; ++j) smaller += less_(some[j], some[i]) ? 1 : 0;
    return 2 * smaller > end - i - 1;
  }

  // The last ones that stayed give way, if they are few, and those behind are looked at once more.
  std::size_t go_back(std::span<const T> some, std::size_t i) {
    behind_smaller_ = 0;
    const std::size_t begin = i + 1 - kPatience;
    std::array<const T*, kPatience> behind;
    for (std::size_t j = 0; j < kPatience; ++j) behind[j] = &some[begin + j];
    const auto middle = behind.begin() + kPatience / 2;
    std::nth_element(behind.begin(), middle, behind.end(),
                     [this](const T* a, const T* b) { return less_(*a, *b); });
    std::size_t larger = 0;
    while (larger < in_ring_ && less_(**middle, *ring_[(stayed_ - 1 - larger) % kRing].element)) {
      ++larger;
    }
    // What is left must be known, too.
    if (larger == 0 || larger > kMostGiveWay || (larger == in_ring_ && larger < stayed_)) return i;
    for (std::size_t popped = 0; popped < larger; ++popped) {
      *last().mark = 1;
      --stayed_;
      --in_ring_;
    }
    return begin - 1;  // that is where the next one comes behind
  }

  const Less less_;
  std::array<Stayed, kRing> ring_{};  // the last ones that stayed
  std::size_t stayed_ = 0;
  std::size_t in_ring_ = 0;
  std::size_t behind_smaller_ = 0;  // how many were marked since then, smaller than the last one
};

/// O(n) if few elements are out of place, O(n log n) at worst.
template <class T, class Less>
void sort_mostly_ascending(std::span<T> all, const Less& less) {
  std::vector<uint8_t> marks(all.size());
  MisplacedMarker<T, Less>(less).take(std::span<const T>(all), marks.data(),
                                      [](const T&) { return true; });
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
