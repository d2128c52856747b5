// Finds the number of a key by its tag (LinkKey::tag()): a hash table of buckets of one cache line
// each, in segments of a pool once there are many. The table grows in place and by one segment at a
// time, into which half of what another one holds moves (linear hashing, W. Litwin, VLDB 1980); so
// no key waits until a large table has grown.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/memory_pages.hpp"
#include "base/segment_pool.hpp"

namespace paje {

class LinkKeyHash {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit LinkKeyHash(SegmentPool& pool) : pool_(&pool) {}
  LinkKeyHash(const LinkKeyHash&) = delete;
  LinkKeyHash& operator=(const LinkKeyHash&) = delete;
  ~LinkKeyHash() { clear(); }

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Fetches where a tag is looked for.
  void fetch(uint32_t tag) const { fetch_memory(&segment_of(tag)[place_of(tag)]); }
  /// A key with that tag, of those that fetch() was called for; or kNone.
  [[nodiscard]] uint32_t guess(uint32_t tag) const {
    const Bucket& bucket = segment_of(tag)[place_of(tag)];
    const uint32_t equal = bucket.equal_to(tag);
    return equal == 0 ? kNone : bucket.keys[first_of(equal)];
  }

  /// The key with that tag for which is_it(key) holds; if there is none, `added`, which is such a
  /// key from now on.
  template <class IsIt>
  uint32_t find_or_add(uint32_t tag, uint32_t added, IsIt&& is_it) {
    if (count_ >= most_) grow();
    Bucket* const segment = segment_of(tag);
    for (std::size_t at = place_of(tag);; at = (at + 1) & place_mask_) {
      Bucket& bucket = segment[at];
      for (uint32_t equal = bucket.equal_to(tag); equal != 0; equal &= equal - 1) {
        const uint32_t key = bucket.keys[first_of(equal)];
        if (is_it(key)) return key;
      }
      const uint32_t free = bucket.equal_to(kFree);
      if (free == 0) continue;
      bucket.put(first_of(free), tag, added);
      ++count_;
      return added;
    }
  }
  /// Adds a key that is not there.
  void add(uint32_t tag, uint32_t key) {
    if (count_ >= most_) grow();
    insert(tag, key);
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
  // A slot holds a tag, so that most other keys are distinguished without a look at them, and the
  // key. Where it belongs follows from the tag: its bucket among those of a segment by the lower
  // bits, the segment by those above.
  static constexpr uint32_t kFree = 0;
  static constexpr std::size_t kSlots = 8;
  struct alignas(SegmentPool::kAlignment) Bucket {
    std::array<uint32_t, kSlots> tags;
    std::array<uint32_t, kSlots> keys;

    // Bit i stands for slot i.
    [[nodiscard]] uint32_t equal_to(uint32_t tag) const {
#if defined(__SSE2__)
      const auto* const four = reinterpret_cast<const __m128i*>(tags.data());
      const __m128i wanted = _mm_set1_epi32(static_cast<int>(tag));
      const __m128i equal = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_load_si128(four), wanted),
                                            _mm_cmpeq_epi32(_mm_load_si128(four + 1), wanted));
      return static_cast<uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())));
#else
      uint32_t equal = 0;
      for (std::size_t i = 0; i < kSlots; ++i) equal |= uint32_t{tags[i] == tag} << i;
      return equal;
#endif
    }
    void put(std::size_t slot, uint32_t tag, uint32_t key) {
      tags[slot] = tag;
      keys[slot] = key;
    }
  };
  static_assert(sizeof(Bucket) == kCacheLine);

  static constexpr std::size_t kFewest = 8;
  static constexpr std::size_t kInSegment = SegmentPool::kSegmentBytes / sizeof(Bucket);
  static constexpr unsigned kSegmentBits = std::countr_zero(kInSegment);
  // Splitting begins when seven tenths of all slots are used. After that many more keys the next
  // segment is split: of those that wait for it eight tenths are used at most.
  static constexpr std::size_t kBetweenSplits = kInSegment * kSlots / 10;

  static std::size_t first_of(uint32_t bits) {
    return static_cast<std::size_t>(std::countr_zero(bits));
  }
  [[nodiscard]] std::size_t place_of(uint32_t tag) const { return tag & place_mask_; }
  [[nodiscard]] Bucket* segment_of(uint32_t tag) const {
    return segments_[(tag >> kSegmentBits) & segment_mask_];
  }
  [[nodiscard]] std::size_t buckets() const { return split_ * (place_mask_ + 1); }

  // Where its bucket is full, a key is in the next one that is not. No segment is full: about
  // eight tenths of the slots of each are used at most, as tags are even and nobody outside knows
  // how they are made.
  void insert(uint32_t tag, uint32_t key) {
    Bucket* const segment = segment_of(tag);
    std::size_t at = place_of(tag);
    uint32_t free = segment[at].equal_to(kFree);
    while (free == 0) {
      at = (at + 1) & place_mask_;
      free = segment[at].equal_to(kFree);
    }
    segment[at].put(first_of(free), tag, key);
  }
  void insert_again(Bucket& bucket) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const uint32_t tag = std::exchange(bucket.tags[slot], kFree);
      if (tag != kFree) insert(tag, bucket.keys[slot]);
    }
  }

  [[gnu::noinline]] void grow() {
    if (buckets() >= kInSegment) {
      split();
    } else {
      enlarge();
    }
    most_ = split_ == segments_.size() ? buckets() * kSlots / 10 * 7 : count_ + kBetweenSplits;
  }
  void enlarge() {
    const std::size_t before = buckets();
    const std::size_t after = std::max(kFewest, before * 2);
    std::unique_ptr<Bucket[]> larger(new Bucket[after]());
    segments_.assign(1, larger.get());
    split_ = 1;
    place_mask_ = after - 1;
    const std::unique_ptr<Bucket[]> smaller = std::exchange(few_, std::move(larger));
    for (std::size_t i = 0; i < before; ++i) insert_again(smaller[i]);
  }

  // The first segment that is not split yet, into itself and a new one. Buckets are taken one after
  // the other, from the one after a bucket that is not full on. So what is in a bucket belongs
  // there, or into one that was taken before; all of it finds a place up to here.
  void split() {
    if (few_ != nullptr) {
      Bucket* const first = new_segment();
      std::copy_n(few_.get(), kInSegment, first);
      segments_[0] = first;
      few_.reset();
    }
    if (split_ == segments_.size()) double_segments();
    const std::size_t half = (segment_mask_ + 1) / 2;
    Bucket* const low = segments_[split_ - half];
    Bucket* const high = new_segment();  // should the pool have no more, nothing has changed
    segments_[split_++] = high;
    std::size_t first = 0;
    while (low[first].equal_to(kFree) == 0) ++first;
    const auto bit = static_cast<uint32_t>(half << kSegmentBits);
    for (std::size_t k = 1; k <= kInSegment; ++k) {
      split_bucket((first + k) & place_mask_, low, high, bit);
    }
  }
  // Into two; `high` is not set yet.
  void split_bucket(std::size_t place, Bucket* low, Bucket* high, uint32_t bit) {
    const std::array<Bucket*, 2> halves = {low + place, high + place};
    const auto tags = low[place].tags;
    const auto keys = low[place].keys;
    for (Bucket* const bucket : halves) bucket->tags.fill(kFree);
    std::array<std::size_t, 2> used{};
    bool has_others = false;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const uint32_t tag = tags[slot];
      if (tag == kFree) continue;
      if (place_of(tag) != place) {
        has_others = true;
        continue;
      }
      const std::size_t half = (tag & bit) != 0 ? 1 : 0;
      halves[half]->put(used[half]++, tag, keys[slot]);
    }
    for (std::size_t slot = 0; has_others && slot < kSlots; ++slot) {
      if (tags[slot] != kFree && place_of(tags[slot]) != place) insert(tags[slot], keys[slot]);
    }
  }
  void double_segments() {
    segments_.resize(2 * split_);
    std::copy_n(segments_.begin(), split_, segments_.begin() + static_cast<std::ptrdiff_t>(split_));
    segment_mask_ = segments_.size() - 1;
  }
  Bucket* new_segment() { return static_cast<Bucket*>(pool_->allocate()); }

  SegmentPool* pool_;
  std::vector<Bucket*> segments_;  // as many as a power of two, some there twice
  std::unique_ptr<Bucket[]> few_;  // the only segment, as long as one is not full
  std::size_t place_mask_ = 0;     // buckets of a segment, less one
  std::size_t segment_mask_ = 0;   // segments, less one
  std::size_t split_ = 0;          // from here on segments are those of the first half
  std::size_t count_ = 0;
  std::size_t most_ = 0;  // that many fit, before the table grows
};

}  // namespace paje
