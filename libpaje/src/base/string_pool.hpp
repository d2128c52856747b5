// The trace's names, each kept once. Numbers follow the order of first appearance; texts keep
// their place for the pool's life.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/string_arena.hpp"
#include "base/word_table.hpp"

namespace paje {

class StringPool {
 public:
  uint32_t number_of(const FieldValue& word) {
    return table_.number_of(word, [this](const FieldValue& added) {
      return FieldValue::of_text(texts_.add(added.text()), false);
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
  WordTable table_;
  StringArena texts_;
};

}  // namespace paje
