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

#include "pages.hpp"

namespace paje {

class SegmentPool {
 public:
  static constexpr std::size_t kSegmentBytes = std::size_t{64} << 10U;
  static constexpr std::size_t kAlignment = kCacheLine;  ///< of each segment

  /// A segment, its bytes not set. Throws std::bad_alloc.
  void* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) add_slab();
    void* const segment = free_.back();
    free_.pop_back();
    return segment;
  }
  /// Takes a segment back, for the next one who takes.
  void give_back(void* segment) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(segment);  // there is room for all
  }
  /// Tells that what a taken segment holds is not needed any more. Its memory goes back to the
  /// system at once if there is so much of it that this is worth the time. Not while others take.
  void forget(const void* segment) const {
    if (segments_ * kSegmentBytes > kMuch) release_pages(segment, kSegmentBytes);
  }

 private:
  static constexpr std::size_t kMuch = std::size_t{256} << 20U;
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  static constexpr std::size_t kMostSlabBytes = 4 * kLargePage;

  // Larger ones behind small ones: little may be all that is needed.
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
    for (std::size_t i = segments; i-- > 0;) free_.push_back(begin + i * kSegmentBytes);
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<void, Free>> slabs_;
  std::vector<void*> free_;  // with room for all segments
  std::size_t segments_ = 0;
  std::size_t slab_bytes_ = 0;  // of the latest slab
};

}  // namespace paje
