// Finds the number of a key by its hash: open addressing, in segments of a pool once there are
// many. The table grows in place: every segment is split in two, so nothing is copied to new
// memory but what moves.
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
    for (uint64_t* segment : segments_) {
      if (segment != nullptr && segment != few_.get()) pool_->give_back(segment);
    }
    segments_.clear();
    few_.reset();
    place_mask_ = segment_mask_ = count_ = most_ = 0;
  }

 private:
  static constexpr std::size_t kFewest = 64;
  static constexpr std::size_t kInSegment = SegmentPool::kSegmentBytes / sizeof(uint64_t);
  static constexpr unsigned kSegmentBits = std::countr_zero(kInSegment);
  static constexpr uint64_t kUpperHalf = ~uint64_t{UINT32_MAX};

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
  [[nodiscard]] std::size_t slots() const { return segments_.size() * (place_mask_ + 1); }

  // No segment is full: two thirds of all slots are used at most, and nobody outside knows how
  // hashes are made.
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
    most_ = slots() / 3 * 2;
  }
  void enlarge() {
    const std::size_t before = slots();
    const std::size_t after = std::max(kFewest, before * 2);
    std::unique_ptr<uint64_t[]> larger(new uint64_t[after]());
    segments_.assign(1, larger.get());
    place_mask_ = after - 1;
    const std::unique_ptr<uint64_t[]> smaller = std::exchange(few_, std::move(larger));
    for (std::size_t i = 0; i < before; ++i) {
      if (smaller[i] != 0) insert(smaller[i]);
    }
  }

  // Each segment into itself and a new one. Slots are taken out and put in again in the order in
  // which they are looked for, from one behind a free slot on; so each finds a place that is not
  // behind the one it had, or in the new segment.
  void split() {
    const std::size_t before = segments_.size();
    if (few_ != nullptr) {
      segments_[0] = new_segment();
      std::copy_n(few_.get(), kInSegment, segments_[0]);
      few_.reset();
    }
    segments_.resize(before * 2, nullptr);  // should the pool have no more
    for (std::size_t i = before; i < before * 2; ++i) segments_[i] = new_segment();
    segment_mask_ = before * 2 - 1;
    for (std::size_t i = 0; i < before; ++i) {
      uint64_t* const segment = segments_[i];
      std::size_t first = 0;
      while (segment[first] != 0) ++first;
      for (std::size_t k = 1; k <= kInSegment; ++k) {
        const uint64_t slot = std::exchange(segment[(first + k) & place_mask_], 0);
        if (slot != 0) insert(slot);
      }
    }
  }
  uint64_t* new_segment() {
    auto* const segment = static_cast<uint64_t*>(pool_->take());
    std::fill_n(segment, kInSegment, uint64_t{0});
    return segment;
  }

  SegmentPool* pool_;
  std::vector<uint64_t*> segments_;  // as many as a power of two
  std::unique_ptr<uint64_t[]> few_;  // the only segment, as long as one is not full
  std::size_t place_mask_ = 0;       // slots of a segment, less one
  std::size_t segment_mask_ = 0;     // segments, less one
  std::size_t count_ = 0;
  std::size_t most_ = 0;  // so many fit, before the table grows
};

}  // namespace paje
