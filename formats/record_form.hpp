// How the events of one definition are written if all their fields have their usual wire types, and
// these are the most frequent ones: worked out once, not for each event.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "field_layout.hpp"
#include "paje/event.hpp"
#include "rastro.hpp"

namespace paje::rastro {

class RecordForm {
 public:
  /// None for definitions of many fields, or of other ones than dates, doubles and words.
  static std::optional<RecordForm> of(const EventDefinition& definition, uint16_t type,
                                      const FieldLayout& layout);

  /// Appends the record of an event. False if a field has not its usual wire type, or a string a
  /// NUL: then nothing was appended here. `number_of(word)` is the number of a word that the record
  /// refers to, more than a u16 holds if it cannot; it may append records that have to come before.
  template <class NumberOf>
  [[nodiscard]] bool append(const Event& event, NumberOf&& number_of, std::string& out) const;

 private:
  static constexpr std::size_t kMostFields = 12;
  // Bytes behind a copied string that its check for a NUL may look at.
  static constexpr std::size_t kMargin = 8;

  RecordForm() = default;
  static bool has_nul(const char* at, std::size_t size);

  std::array<char, head_bytes(kMostFields)> head_{};
  uint8_t head_size_ = 0;
  // Positions in the definition; the record has them in this order.
  uint8_t numbers_ = 0;
  uint8_t words_ = 0;
  uint8_t strings_ = 0;
  std::array<uint8_t, kMostFields> positions_{};
};

inline bool RecordForm::has_nul(const char* at, std::size_t size) {
  for (std::size_t i = 0; i < size; i += sizeof(uint64_t)) {
    const auto bytes = load<uint64_t>(at + i);
    // The lowest bit that is set is right; above it, a borrow may set others.
    const uint64_t zeros = (bytes - 0x0101010101010101) & ~bytes & 0x8080808080808080;
    if (zeros != 0) return i + static_cast<std::size_t>(std::countr_zero(zeros)) / 8 < size;
  }
  return false;
}

template <class NumberOf>
[[gnu::always_inline]] inline bool RecordForm::append(const Event& event, NumberOf&& number_of,
                                                      std::string& out) const {
  const uint8_t* const number_at = positions_.data();
  const uint8_t* const word_at = number_at + numbers_;
  const uint8_t* const string_at = word_at + words_;
  for (unsigned i = 0; i < numbers_; ++i) {
    if (!event.fields[number_at[i]].is_number()) return false;
  }
  std::array<uint16_t, kMostFields> numbers{};
  for (unsigned i = 0; i < words_; ++i) {
    const FieldValue& value = event.fields[word_at[i]];
    if (value.is_number()) return false;
    const uint32_t number = number_of(value.text());
    if (number > UINT16_MAX) return false;
    numbers[i] = static_cast<uint16_t>(number);
  }
  std::size_t size = head_size_ + numbers_ * sizeof(double) + words_ * sizeof(uint16_t);
  for (unsigned i = 0; i < strings_; ++i) {
    const FieldValue& value = event.fields[string_at[i]];
    if (value.is_number()) return false;
    size = padded(size + value.text().size() + 1);
  }
  size = padded(size);

  const std::size_t start = out.size();
  out.resize(start + size + (strings_ != 0 ? kMargin : 0));  // zeros, which padding is
  char* const record = out.data() + start;
  char* at = record;
  std::memcpy(at, head_.data(), head_size_);
  at += head_size_;
  for (unsigned i = 0; i < numbers_; ++i, at += sizeof(double)) {
    const double number = event.fields[number_at[i]].number();
    std::memcpy(at, &number, sizeof number);
  }
  for (unsigned i = 0; i < words_; ++i, at += sizeof(uint16_t)) {
    std::memcpy(at, &numbers[i], sizeof(uint16_t));
  }
  if (strings_ == 0) return true;
  bool is_good = true;
  for (unsigned i = 0; i < strings_; ++i) {
    const std::string_view word = event.fields[string_at[i]].text();
    std::memcpy(at, word.data(), word.size());
    is_good = is_good && !has_nul(at, word.size());
    at = record + padded(static_cast<std::size_t>(at - record) + word.size() + 1);
  }
  out.resize(start + (is_good ? size : 0));
  return is_good;
}

}  // namespace paje::rastro
