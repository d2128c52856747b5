// Numbers the different words of a chunk in order of first appearance. Chunk by chunk the numbers
// are small, and chunks can be numbered at the same time. Nearly all words are short enough to be
// two numbers each, and come in one chunk after the other: these stay known, so that a chunk looks
// up their numbers without looking at their texts. The others go to a WordTable.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/short_text_table.hpp"
#include "base/word_table.hpp"
#include "paje/event.hpp"

namespace paje {

class ChunkDictionary {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// The number of `word`, after which seven more bytes can be read. Its text must stay in place
  /// until begin().
  uint32_t number_of(const FieldValue& word) {
    const uint32_t cached = cached_number_of(word);
    return cached == kNone ? number_of_long(word) : number_of_cached(cached, word);
  }
  /// A number that a word keeps from chunk to chunk until forget(); kNone of one that is not short.
  uint32_t cached_number_of(const FieldValue& word) {
    const ShortText key(word.text());
    if (key.size == 0) return kNone;
    uint32_t& cached = cached_.number_of(0, key);
    if (cached == ShortTextTable::kNone) {
      cached = static_cast<uint32_t>(numbers_.size());
      numbers_.push_back(kNone);
    }
    return cached;
  }
  /// The number of a word whose known number that is.
  uint32_t number_of_cached(uint32_t cached, const FieldValue& word) {
    uint32_t& number = numbers_[cached];
    if (number == kNone) number = add(word);
    return number;
  }
  /// For each known number the word's number in the chunk, or kNone.
  [[nodiscard]] const std::vector<uint32_t>& numbers_of_cached() const { return numbers_; }

  /// All words, in order of their numbers.
  [[nodiscard]] std::vector<FieldValue>& words() { return words_; }

  /// Begins another chunk; memory is kept for its words.
  void begin() {
    std::fill(numbers_.begin(), numbers_.end(), kNone);
    words_.clear();
    if (!long_numbers_.empty()) long_.clear();
    long_numbers_.clear();
  }
  /// Forgets what is known.
  void forget() {
    cached_.clear();
    numbers_.clear();
  }

 private:
  uint32_t add(const FieldValue& word) {
    words_.push_back(word);
    return static_cast<uint32_t>(words_.size() - 1);
  }

  [[gnu::noinline]] uint32_t number_of_long(const FieldValue& word) {
    const uint32_t number = long_.number_of(word, [](const FieldValue& same) { return same; });
    if (number == long_numbers_.size()) long_numbers_.push_back(add(word));
    return long_numbers_[number];
  }

  ShortTextTable cached_;
  std::vector<uint32_t> numbers_;  // of each known word
  WordTable long_;
  std::vector<uint32_t> long_numbers_;  // of each word in long_
  std::vector<FieldValue> words_;
};

}  // namespace paje
