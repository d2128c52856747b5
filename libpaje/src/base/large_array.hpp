// Memory for numbers of every piece or message: on large pages, and not set to anything.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "base/memory_pages.hpp"

namespace paje {

template <class T>
class LargeArray {
 public:
  static_assert(std::is_trivially_default_constructible_v<T>);

  LargeArray() = default;
  explicit LargeArray(std::size_t size) { need(size); }

  /// Room for as many; what there was is lost if it was smaller.
  T* need(std::size_t size) {
    if (size > size_) {
      block_.reset();
      size_ = 0;
      if (size > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
      block_.reset(static_cast<T*>(allocate_block(size * sizeof(T))));
      if (block_ == nullptr) throw std::bad_alloc();
      size_ = size;
    }
    return block_.get();
  }
  T& operator[](std::size_t i) { return block_.get()[i]; }
  const T& operator[](std::size_t i) const { return block_.get()[i]; }

 private:
  struct Free {
    void operator()(T* block) const { std::free(block); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T, Free> block_;
};

}  // namespace paje
