// The event definitions of a trace, of all its files, numbered in order of appearance. Grows at the
// end while other threads read what they know the number of: nothing in it ever moves or changes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "paje/event.hpp"

namespace paje {

class DefinitionList {
 public:
  [[nodiscard]] const EventDefinition& operator[](uint32_t number) const {
    const uint32_t at = number + kFirstBlock;
    const auto block = static_cast<uint32_t>(std::bit_width(at)) - kFirstBits;
    return blocks_[block][at - (kFirstBlock << block)];
  }
  /// For the thread that appends.
  [[nodiscard]] uint32_t size() const { return size_; }

  /// Returns the number of the new definition.
  uint32_t append(EventDefinition definition) {
    const uint32_t at = size_ + kFirstBlock;
    const auto block = static_cast<uint32_t>(std::bit_width(at)) - kFirstBits;
    const uint32_t block_size = kFirstBlock << block;
    if (blocks_[block] == nullptr) blocks_[block] = std::make_unique<EventDefinition[]>(block_size);
    blocks_[block][at - block_size] = std::move(definition);
    return size_++;
  }

  [[nodiscard]] std::vector<EventDefinition> copy() const {
    std::vector<EventDefinition> copies;
    copies.reserve(size_);
    for (uint32_t number = 0; number < size_; ++number) copies.push_back((*this)[number]);
    return copies;
  }

 private:
  // Each block is twice as large as the one before.
  static constexpr uint32_t kFirstBlock = 16;
  static constexpr uint32_t kFirstBits = std::bit_width(kFirstBlock);

  std::array<std::unique_ptr<EventDefinition[]>, 28> blocks_;
  uint32_t size_ = 0;
};

}  // namespace paje
