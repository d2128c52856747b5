// Finds the number of a key by its hash: open addressing, in segments of a pool once there are
// many. The table grows in place and by one segment at a time, into which half of what another one
// holds moves (linear hashing, W. Litwin, VLDB 1980); so no key waits until a large table has
// grown.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "pages.hpp"
#include "segment_pool.hpp"

namespace paje {

class LinkSlots {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit LinkSlots(SegmentPool& pool) : pool_(&pool) {}
  LinkSlots(const LinkSlots&) = delete;
  LinkSlots& operator=(const LinkSlots&) = delete;
  ~LinkSlots() { clear(); }

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Fetches where a hash is looked for.
  void fetch(uint64_t hash) const { fetch_memory(&segment_of(hash)[place_of(hash)]); }
  /// A key whose hash may be that one, of those that fetch() was called for; or kNone.
  [[nodiscard]] uint32_t guess(uint64_t hash) const {
    return static_cast<uint32_t>(segment_of(hash)[place_of(hash)]) - 1U;
  }

  /// The key with that hash for which is_it(key) holds; if there is none, `added`, which is such a
  /// key from now on.
  template <class IsIt>
  uint32_t find_or_add(uint64_t hash, uint32_t added, IsIt&& is_it) {
    if (count_ >= most_) grow();
    uint64_t* const segment = segment_of(hash);
    std::size_t at = place_of(hash);
    for (; segment[at] != 0; at = (at + 1) & place_mask_) {
      if (((segment[at] ^ hash) & kUpperHalf) != 0) continue;
      const uint32_t key = static_cast<uint32_t>(segment[at]) - 1U;
      if (is_it(key)) return key;
    }
    segment[at] = slot_of(hash, added);
    ++count_;
    return added;
  }
  /// Adds a key that is not there.
  void add(uint64_t hash, uint32_t key) {
    if (count_ >= most_) grow();
    insert(slot_of(hash, key));
    ++count_;
  }

  /// Forgets all, and frees its memory.
  void clear() {
    for (std::size_t i = 0; i < split_; ++i) {
      if (segments_[i] != few_.get()) pool_->give_back(segments_[i]);
    }
    segments_.clear();
    few_.reset();
    split_ = place_mask_ = segment_mask_ = count_ = most_ = 0;
  }

 private:
  static constexpr std::size_t kFewest = 64;
  static constexpr std::size_t kInSegment = SegmentPool::kSegmentBytes / sizeof(uint64_t);
  static constexpr unsigned kSegmentBits = std::countr_zero(kInSegment);
  static constexpr uint64_t kUpperHalf = ~uint64_t{UINT32_MAX};
  // Splitting begins when three fifths of all slots are used. After so many more keys the next
  // segment is split: of those that wait for it seven tenths are used at most.
  static constexpr std::size_t kBetweenSplits = kInSegment / 10;

  // A slot holds the upper half of its key's hash, so that other keys are told apart without a look
  // at them, and the key's number + 1; 0 is free. Where it belongs is told by what it holds: its
  // place among the slots of a segment by the lower bits, the segment by those above.
  static uint64_t slot_of(uint64_t hash, uint32_t key) { return (hash & kUpperHalf) | (key + 1); }
  [[nodiscard]] std::size_t place_of(uint64_t hash_or_slot) const {
    return (hash_or_slot >> 32U) & place_mask_;
  }
  [[nodiscard]] uint64_t* segment_of(uint64_t hash_or_slot) const {
    return segments_[(hash_or_slot >> (32U + kSegmentBits)) & segment_mask_];
  }
  [[nodiscard]] std::size_t slots() const { return split_ * (place_mask_ + 1); }

  // No segment is full: about seven tenths of the slots of each are used at most, as hashes are
  // even and nobody outside knows how they are made.
  void insert(uint64_t slot) {
    uint64_t* const segment = segment_of(slot);
    std::size_t at = place_of(slot);
    while (segment[at] != 0) at = (at + 1) & place_mask_;
    segment[at] = slot;
  }

  [[gnu::noinline]] void grow() {
    if (slots() >= kInSegment) {
      split();
    } else {
      enlarge();
    }
    most_ = split_ == segments_.size() ? slots() / 5 * 3 : count_ + kBetweenSplits;
  }
  void enlarge() {
    const std::size_t before = slots();
    const std::size_t after = std::max(kFewest, before * 2);
    std::unique_ptr<uint64_t[]> larger(new uint64_t[after]());
    segments_.assign(1, larger.get());
    split_ = 1;
    place_mask_ = after - 1;
    const std::unique_ptr<uint64_t[]> smaller = std::exchange(few_, std::move(larger));
    for (std::size_t i = 0; i < before; ++i) {
      if (smaller[i] != 0) insert(smaller[i]);
    }
  }

  // The first segment that is not split yet, into itself and a new one. Slots are taken out and put
  // in again in the order in which they are looked for, from one behind a free slot on; so each
  // finds a place that is not behind the one it had, or in the new segment.
  void split() {
    if (few_ != nullptr) {
      uint64_t* const first = new_segment();
      std::copy_n(few_.get(), kInSegment, first);
      segments_[0] = first;
      few_.reset();
    }
    if (split_ == segments_.size()) double_segments();
    uint64_t* const segment = segments_[split_ & (segment_mask_ >> 1U)];
    segments_[split_] = new_segment();  // should the pool have no more, nothing has changed
    ++split_;
    std::size_t first = 0;
    while (segment[first] != 0) ++first;
    for (std::size_t k = 1; k <= kInSegment; ++k) {
      const uint64_t slot = std::exchange(segment[(first + k) & place_mask_], 0);
      if (slot != 0) insert(slot);
    }
  }
  void double_segments() {
    segments_.resize(2 * split_);
    std::copy_n(segments_.begin(), split_, segments_.begin() + static_cast<std::ptrdiff_t>(split_));
    segment_mask_ = segments_.size() - 1;
  }
  uint64_t* new_segment() {
    auto* const segment = static_cast<uint64_t*>(pool_->take());
    std::fill_n(segment, kInSegment, uint64_t{0});
    return segment;
  }

  SegmentPool* pool_;
  std::vector<uint64_t*> segments_;  // as many as a power of two, some there twice
  std::unique_ptr<uint64_t[]> few_;  // the only segment, as long as one is not full
  std::size_t place_mask_ = 0;       // slots of a segment, less one
  std::size_t segment_mask_ = 0;     // segments, less one
  std::size_t split_ = 0;            // from here on segments are those of the first half
  std::size_t count_ = 0;
  std::size_t most_ = 0;  // so many fit, before the table grows
};

}  // namespace paje
