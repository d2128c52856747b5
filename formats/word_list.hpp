// The words of a file's table, by their numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/event.hpp"
#include "word_pages.hpp"

namespace paje::rastro {

class WordList {
 public:
  /// Copies the word; it stays where it is for good.
  void add(std::string_view word) {
    words_.push_back(FieldValue::of_text(pages_.copy(word), false));
  }
  [[nodiscard]] uint64_t size() const { return words_.size(); }
  /// `number` is below size().
  [[nodiscard]] const FieldValue& operator[](uint64_t number) const {
    return words_[static_cast<std::size_t>(number)];
  }

  [[nodiscard]] const FieldValue* data() const { return words_.data(); }

 private:
  WordPages pages_;
  std::vector<FieldValue> words_;
};

}  // namespace paje::rastro
