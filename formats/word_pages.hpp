// Room for words that a decoder or an encoder makes itself, such as the spelling of a number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace paje::rastro {

/// Pages of characters. What was taken stays where it is until clear(). These many bytes after a
/// word can be read, though they mean nothing:
class WordPages {
 public:
  static constexpr std::size_t kPadding = 64;

  /// Room for `size` characters.
  std::span<char> room(std::size_t size) {
    if (size > left_) {
      left_ = std::max(size, kPageSize);
      pages_.push_back(std::make_unique<char[]>(left_ + kPadding));
      at_ = pages_.back().get();
    }
    return {at_, size};
  }
  /// Keeps the first characters of the room given last.
  void keep(std::size_t size) {
    at_ += size;
    left_ -= size;
  }
  /// A copy of `word` that stays.
  std::string_view copy(std::string_view word) {
    const std::span<char> place = room(word.size());
    std::copy(word.begin(), word.end(), place.begin());
    keep(word.size());
    return {place.data(), word.size()};
  }
  void clear() {
    if (pages_.empty()) return;
    pages_.resize(1);
    at_ = pages_.front().get();
    left_ = kPageSize;
  }

 private:
  static constexpr std::size_t kPageSize = 4096;

  std::vector<std::unique_ptr<char[]>> pages_;
  char* at_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace paje::rastro
