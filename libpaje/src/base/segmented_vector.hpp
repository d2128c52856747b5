// A growing sequence of trivial rows. It begins as one small block that is moved when it grows;
// when it would be more than half a segment it takes segments of a pool, and nothing moves any
// more.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/pod_vector.hpp"
#include "base/segment_pool.hpp"

namespace paje {

template <class Row>
class SegmentedVector {
  static_assert(std::is_trivially_copyable_v<Row>);

 public:
  static constexpr std::size_t kSegmentRows = SegmentPool::kSegmentBytes / sizeof(Row);

  explicit SegmentedVector(SegmentPool& pool) : pool_(&pool) {}
  SegmentedVector(const SegmentedVector&) = delete;
  SegmentedVector& operator=(const SegmentedVector&) = delete;
  ~SegmentedVector() { forget(); }

  [[nodiscard]] SegmentPool& pool() const { return *pool_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Row& operator[](std::size_t i) {
    assert(i < size_);
    return i < kSegmentRows ? first_[i] : more_[i / kSegmentRows - 1][i % kSegmentRows];
  }
  const Row& operator[](std::size_t i) const { return const_cast<SegmentedVector&>(*this)[i]; }
  Row& back() {
    assert(size_ != 0);
    return next_[-1];
  }
  [[nodiscard]] const Row& back() const { return const_cast<SegmentedVector&>(*this).back(); }

  void push_back(const Row& row) {
    if (next_ == end_) grow();
    *next_++ = row;
    ++size_;
  }
  /// Forgets all rows but the first `size`, and gives back what memory they do not need; as much
  /// will be taken at once when it is needed again.
  void shrink(std::size_t size) {
    assert(size <= size_);
    usual_rows_ = size_;
    size_ = size;
    const std::size_t segments = size == 0 ? 0 : (size - 1) / kSegmentRows;
    while (more_.size() > segments) {
      if (more_.back() != nullptr) pool_->give_back(more_.back());
      more_.resize_uninitialized(more_.size() - 1);
    }
    if (first_rows_ > kFewRows && size < first_rows_ / 2) move_first(std::max(size, kFewRows));
    find_end();
  }
  /// Frees all memory.
  void forget() {
    shrink(0);
    free_first();
    first_rows_ = 0;
    find_end();
  }

  [[nodiscard]] std::size_t segments() const { return (size_ + kSegmentRows - 1) / kSegmentRows; }
  /// The rows from i * kSegmentRows on.
  [[nodiscard]] std::span<const Row> segment(std::size_t i) const {
    assert(i < segments());
    const std::size_t before = i * kSegmentRows;
    return {i == 0 ? first_ : more_[i - 1], std::min(kSegmentRows, size_ - before)};
  }
  /// Marks the rows of a segment as no longer needed; see SegmentPool::forget().
  void forget_segment(std::size_t i) {
    if (first_rows_ == kSegmentRows) pool_->forget(segment(i).data());
  }

 private:
  static constexpr std::size_t kFewRows = 8;
  static constexpr std::size_t kMostInBlock = kSegmentRows / 2;

  void grow() {
    if (first_rows_ < kMostInBlock) {
      // Little at first: there may be very many sequences of one row.
      const std::size_t larger = first_rows_ == 0 ? 4 : first_rows_ + first_rows_ / 2 + 16;
      move_first(std::min(std::max(larger, usual_rows_), kMostInBlock));
    } else if (first_rows_ == kMostInBlock) {
      move_first(kSegmentRows);
    } else {
      more_.push_back(nullptr);  // first, because this may fail, too
      more_.back() = static_cast<Row*>(pool_->allocate());
    }
    find_end();
  }
  // To where there is room for that many rows, a block of the heap or a segment.
  void move_first(std::size_t rows) {
    if (rows < kSegmentRows && first_rows_ < kSegmentRows) {
      void* const moved = std::realloc(first_, rows * sizeof(Row));
      if (moved == nullptr) throw std::bad_alloc();
      first_ = static_cast<Row*>(moved);
    } else {
      void* const other = rows < kSegmentRows ? std::malloc(rows * sizeof(Row)) : pool_->allocate();
      if (other == nullptr) throw std::bad_alloc();
      std::memcpy(other, first_, std::min(size_, rows) * sizeof(Row));
      free_first();
      first_ = static_cast<Row*>(other);
    }
    first_rows_ = rows;
  }
  void free_first() {
    if (first_rows_ == kSegmentRows) {
      pool_->give_back(first_);
    } else {
      std::free(first_);
    }
    first_ = nullptr;
  }
  // A row is before next_, if there is any.
  void find_end() {
    Row* const last = more_.empty() ? first_ : more_.back();
    next_ = last + (size_ - more_.size() * kSegmentRows);
    end_ = last + (more_.empty() ? first_rows_ : kSegmentRows);
  }

  SegmentPool* pool_;
  Row* first_ = nullptr;        // a block of the heap, or, with room for that many rows, a segment
  std::size_t first_rows_ = 0;  // there is room for, at first_
  PodVector<Row*> more_;
  std::size_t size_ = 0;
  std::size_t usual_rows_ = 0;  // there were, before they were forgotten
  Row* next_ = nullptr;         // where the next row goes
  Row* end_ = nullptr;          // of the room there
};

}  // namespace paje
