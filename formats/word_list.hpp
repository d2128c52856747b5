// The words of a file's table, by their numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paje/event.hpp"
#include "word_pages.hpp"

namespace paje::rastro {

class WordList {
 public:
  /// Copies the word; it stays where it is for good. While others are added, other threads may read
  /// it, and kReadBehind bytes behind it.
  void add(std::string_view word) {
    const std::span<char> place = pages_.room(word.size() + kReadBehind);
    std::copy(word.begin(), word.end(), place.begin());
    pages_.keep(place.size());
    words_.push_back(FieldValue::of_text({place.data(), word.size()}, false));
  }
  [[nodiscard]] uint64_t size() const { return words_.size(); }
  /// `number` is below size().
  [[nodiscard]] const FieldValue& operator[](uint64_t number) const {
    return words_[static_cast<std::size_t>(number)];
  }

  [[nodiscard]] const FieldValue* data() const { return words_.data(); }

 private:
  static constexpr std::size_t kReadBehind = 8;

  WordPages pages_;
  std::vector<FieldValue> words_;
};

}  // namespace paje::rastro
