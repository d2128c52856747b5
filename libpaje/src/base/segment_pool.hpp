// Memory in pieces of one size, cut from large pages, for all threads of a replay: what grows in
// very many places at once takes few pages, and nothing is copied when it grows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/memory_pages.hpp"

namespace paje {

class SegmentPool {
 public:
  static constexpr std::size_t kSegmentBytes = std::size_t{64} << 10U;
  static constexpr std::size_t kAlignment = kCacheLine;  ///< of each segment

  /// A segment, its bytes not set. Throws std::bad_alloc.
  void* allocate() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) add_slab();
    void* const segment = free_.back();
    free_.pop_back();
    if (free_.size() < untouched_) untouched_ = free_.size() / kInLargePage * kInLargePage;
    return segment;
  }
  /// Has the system clear the large page that is next to be cut, unless it did; so that those who
  /// take do not wait for that. May be called while others take.
  void make_ready() {
    if (void* const page = next_page()) populate_pages(page, kLargePage);
  }
  /// Frees a segment, for the next allocate().
  void give_back(void* segment) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(segment);  // there is room for all
  }
  /// Marks the contents of an allocated segment as no longer needed. Its memory goes back to the
  /// system at once if there is enough of it to be worth the time. Not during other calls.
  void forget(const void* segment) const {
    if (segments_ * kSegmentBytes > kMuch) release_pages(segment, kSegmentBytes);
  }

 private:
  static constexpr std::size_t kMuch = std::size_t{256} << 20U;
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  static constexpr std::size_t kMostSlabBytes = 4 * kLargePage;
  static constexpr std::size_t kInLargePage = kLargePage / kSegmentBytes;

  // The large page that is next to be cut; null if as much as one holds was touched, if there are
  // only small slabs yet, or no memory is left, as the next allocate() will find.
  void* next_page() noexcept {
    const std::lock_guard lock(mutex_);
    if (slab_bytes_ < kLargePage || free_.size() - untouched_ >= kInLargePage) return nullptr;
    try {
      if (untouched_ == 0) add_slab();
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    void* const page = free_[untouched_ - 1];
    untouched_ -= kInLargePage;
    return page;
  }

  // Below what is free. Larger ones after small ones: little may be all that is needed.
  void add_slab() {
    slab_bytes_ = std::min(std::max(2 * slab_bytes_, 4 * kSegmentBytes), kMostSlabBytes);
    const std::size_t segments = slab_bytes_ / kSegmentBytes;
    if (free_.capacity() < segments_ + segments) free_.reserve(2 * (segments_ + segments));
    std::unique_ptr<void, Free> slab(slab_bytes_ < kLargePage
                                         ? std::aligned_alloc(kAlignment, slab_bytes_)
                                         : allocate_block(slab_bytes_));
    if (slab == nullptr) throw std::bad_alloc();
    auto* const begin = static_cast<std::byte*>(slab.get());
    slabs_.push_back(std::move(slab));
    segments_ += segments;
    free_.insert(free_.begin(), segments, nullptr);
    for (std::size_t i = 0; i < segments; ++i)
      free_[i] = begin + (segments - 1 - i) * kSegmentBytes;
    untouched_ = segments / kInLargePage * kInLargePage;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<void, Free>> slabs_;
  // With room for all segments. The next is the last; first come those of the latest slab that were
  // never taken, its end first.
  std::vector<void*> free_;
  std::size_t untouched_ = 0;  // of free_, in large pages without an allocated segment
  std::size_t segments_ = 0;
  std::size_t slab_bytes_ = 0;  // of the latest slab
};

}  // namespace paje
