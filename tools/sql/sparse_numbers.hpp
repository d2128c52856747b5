// A column of numbers that takes memory only where they are set.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace paje::tools {

template <class Number>
class SparseNumbers {
 public:
  explicit SparseNumbers(std::size_t count)
      : count_(count),
        numbers_(
            static_cast<Number*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(Number)))) {
    if (numbers_ == nullptr) throw std::bad_alloc();
  }

  /// 0 until it is set.
  Number& operator[](uint64_t i) { return numbers_.get()[i]; }
  [[nodiscard]] std::span<const Number> span() const { return {numbers_.get(), count_}; }

 private:
  struct Free {
    void operator()(Number* numbers) const { std::free(numbers); }
  };
  std::size_t count_;
  std::unique_ptr<Number, Free> numbers_;
};

}  // namespace paje::tools
