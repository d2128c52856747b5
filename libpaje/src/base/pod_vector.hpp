// A growing array of trivial values. Grows by realloc, so that the kernel moves large columns by
// remapping pages.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/memory_pages.hpp"

namespace paje {

template <class T>
class PodVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PodVector() = default;
  PodVector(PodVector&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  PodVector& operator=(PodVector&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  PodVector(const PodVector&) = delete;
  PodVector& operator=(const PodVector&) = delete;
  ~PodVector() { std::free(data_); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return data_[i];
  }
  T& back() {
    assert(size_ != 0);
    return data_[size_ - 1];
  }
  [[nodiscard]] std::span<const T> span() const { return {data_, size_}; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }

  void push_back(T value) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = value;
  }
  void append(const T* values, std::size_t count) {
    if (capacity_ - size_ < count) grow(size_ + count);
    if (count != 0) std::memcpy(data_ + size_, values, count * sizeof(T));
    size_ += count;
  }
  /// Room for `count` more elements at the end, their values not set; returns the first.
  T* extend(std::size_t count) {
    if (capacity_ - size_ < count) grow(size_ + count);
    T* added = data_ + size_;
    size_ += count;
    return added;
  }
  void clear() { size_ = 0; }
  /// Exactly `size` elements, their values not set.
  void resize_uninitialized(std::size_t size) {
    if (size > capacity_) reallocate(size);
    size_ = size;
  }

 private:
  void grow(std::size_t at_least) {
    // Little at first: there may be very many columns of one element.
    const std::size_t larger = capacity_ == 0 ? 4 : capacity_ + capacity_ / 2 + 16;
    reallocate(larger < at_least ? at_least : larger);
  }
  void reallocate(std::size_t capacity) {
    if (capacity > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    const std::size_t bytes = capacity * sizeof(T);
    void* moved = data_ == nullptr ? allocate_block(bytes) : std::realloc(data_, bytes);
    if (moved == nullptr) throw std::bad_alloc();
    if (data_ != nullptr) want_large_pages(moved, bytes);
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace paje
