// The words of a file's table, by their numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/record_word.hpp"
#include "formats/word_pages.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

class WordList {
 public:
  /// Copies the string, which is at `offset` of the file, as the word that it is; that stays
  /// where it is for good. While others are added, other threads may read it, and kReadBehind bytes
  /// after it.
  void add(std::string_view string, uint64_t offset, MendedWords& mended) {
    const std::span<char> place = pages_.room(string.size() + kReadBehind);
    std::copy(string.begin(), string.end(), place.begin());
    pages_.keep(place.size());
    const std::span<char> copy = place.first(string.size());
    if (const auto word = word_in_place({copy.data(), copy.size()})) {
      words_.push_back(*word);
    } else {
      mended.add(string, offset);
      words_.push_back(mended_word(copy));
    }
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
