// Numbers the different words of a chunk in order of first appearance. Chunk by chunk the table is
// small and stays in the cache, and chunks can be numbered at the same time. Nearly all words are
// short enough to be two numbers each; the others go to a WordTable.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/event.hpp"
#include "word_keys.hpp"
#include "word_table.hpp"

namespace paje {

class ChunkWords {
 public:
  /// The number of `word`, behind which seven more bytes can be read. Its text must stay in place
  /// until clear().
  uint32_t number_of(const FieldValue& word) {
    const ShortWord key(word.text());
    if (key.size == 0) return number_of_long(word);
    uint32_t& number = short_.number_of(0, key);
    if (number == WordKeyTable::kFree) number = add(word);
    return number;
  }

  /// All words, in order of their numbers.
  [[nodiscard]] std::vector<FieldValue>& words() { return words_; }

  /// Forgets all words; memory is kept for the next ones.
  void clear() {
    short_.clear();
    words_.clear();
    if (!long_numbers_.empty()) long_.clear();
    long_numbers_.clear();
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

  WordKeyTable short_;
  WordTable long_;
  std::vector<uint32_t> long_numbers_;  // of each word in long_
  std::vector<FieldValue> words_;
};

}  // namespace paje
