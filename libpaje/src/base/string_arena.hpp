// Copies of texts at stable addresses. Blocks grow with what they hold, so that little text takes
// little memory, and much of it few blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory_pages.hpp"

namespace paje {

class StringArena {
 public:
  /// A copy of a text that lives as long as this. Throws std::bad_alloc.
  std::string_view add(std::string_view text) {
    if (text.size() > free_) add_block(text.size());
    char* const place = next_;
    if (!text.empty()) std::memcpy(place, text.data(), text.size());
    next_ += text.size();
    free_ -= text.size();
    return {place, text.size()};
  }

 private:
  struct Free {
    void operator()(char* block) const { std::free(block); }
  };
  static constexpr std::size_t kLeast = 64;
  static constexpr std::size_t kMost = 2 * kLargePage;

  void add_block(std::size_t at_least) {
    const std::size_t usual = std::clamp(2 * latest_, kLeast, kMost);
    const std::size_t bytes = std::max(usual, at_least);
    std::unique_ptr<char, Free> block(static_cast<char*>(allocate_block(bytes)));
    if (block == nullptr) throw std::bad_alloc();
    next_ = block.get();
    free_ = bytes;
    blocks_.push_back(std::move(block));
    latest_ = usual;
  }

  std::vector<std::unique_ptr<char, Free>> blocks_;
  char* next_ = nullptr;
  std::size_t free_ = 0;
  std::size_t latest_ = 0;  // size of the latest block, unless its text asked for more
};

}  // namespace paje
