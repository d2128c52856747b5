// The trace's names, each kept once. Numbers follow the order of first appearance; texts keep
// their place for the pool's life.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "word_table.hpp"

namespace paje {

class StringPool {
 public:
  uint32_t number_of(const FieldValue& word) {
    return table_.number_of(word, [this](const FieldValue& added) {
      return FieldValue::of_text(copy(added.text()), false);
    });
  }
  /// The number of a text that is there.
  [[nodiscard]] std::optional<uint32_t> find(std::string_view text) const {
    const uint32_t number = table_.find(text);
    return number == WordTable::kFree ? std::nullopt : std::optional(number);
  }
  [[nodiscard]] std::string_view text(uint32_t number) const {
    return table_.words()[number].text();
  }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(table_.words().size()); }

 private:
  static constexpr std::size_t kBlock = std::size_t{64} << 10;

  std::string_view copy(std::string_view text) {
    if (text.size() > free_) {
      free_ = text.size() > kBlock ? text.size() : kBlock;
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(free_));
      next_ = blocks_.back().get();
    }
    char* place = next_;
    if (!text.empty()) std::memcpy(place, text.data(), text.size());
    next_ += text.size();
    free_ -= text.size();
    return {place, text.size()};
  }

  WordTable table_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t free_ = 0;
};

}  // namespace paje
