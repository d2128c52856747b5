// Memory of a decoder of blocks, used again for each: memory that is asked for anew for each of
// thousands of blocks costs more than what is done with it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace paje::archive {

/// As many elements as the largest request so far; what they held stays.
template <class T>
class Scratch {
 public:
  [[nodiscard]] std::span<T> first(std::size_t count) {
    if (elements_.size() < count) elements_.resize(count);
    return std::span(elements_).first(count);
  }

 private:
  std::vector<T> elements_;
};

/// Bytes that are written before they are read.
class ByteScratch {
 public:
  [[nodiscard]] std::span<char> first(std::size_t count) {
    if (size_ < count) {
      bytes_ = std::make_unique_for_overwrite<char[]>(count);
      size_ = count;
    }
    return {bytes_.get(), count};
  }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

struct ReadScratch {
  ByteScratch raw;
  Scratch<uint64_t> ticks, numbers, lengths;
  Scratch<uint32_t> indices, by_target;
};

}  // namespace paje::archive
