// How the events of one definition are written if all their fields have the usual wire types, or
// only words have other ones, since their numbers are beyond a u16: worked out once, not for each
// event.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/field_layout.hpp"
#include "formats/nul_bytes.hpp"
#include "formats/number_spelling.hpp"
#include "formats/rastro.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

class RecordForm {
 public:
  /// The number of a word that a record cannot refer to.
  static constexpr uint32_t kNoNumber = UINT32_MAX;

  /// None for definitions of many fields, or of floats.
  static std::optional<RecordForm> of(const EventDefinition& definition, uint16_t type,
                                      const FieldLayout& layout);

  /// Appends the record of an event. False if a field has another wire type, or a string a NUL:
  /// then nothing was appended here. `number_of(word)` is the number of a word that the record
  /// refers to, or kNoNumber; it may append records that have to come before.
  template <class NumberOf>
  [[nodiscard]] bool append(const Event& event, NumberOf&& number_of, std::string& out) const;

 private:
  static constexpr std::size_t kMostFields = 12;
  // By position in the definition.
  using Numbers = std::array<uint32_t, kMostFields>;
  using Head = std::array<char, head_bytes(kMostFields)>;

  RecordForm() = default;
  static Head head_of(std::span<const Field> fields, uint16_t type);
  // The size of the record, padded, and the numbers of its words; 0 if it has another form.
  template <class NumberOf>
  [[nodiscard]] std::size_t collect(const Event& event, NumberOf&& number_of, Numbers& numbers,
                                    bool& is_wide) const;
  static void copy_head(const Head& head, std::size_t size, char* record, std::size_t record_size);
  void append_in_order(const Event& event, const Numbers& numbers, std::string& out) const;
  static void mark_wide(char* record, std::size_t position);

  Head head_{};
  Head head_in_order_{};  // with the definition's order of fields
  uint8_t head_size_ = 0;
  // Positions in the definition; the record has them in this order.
  uint8_t numbers_ = 0;
  uint8_t wholes_ = 0;
  uint8_t words_ = 0;
  uint8_t strings_ = 0;
  uint8_t fields_ = 0;
  std::array<uint8_t, kMostFields> positions_{};
  // By position in the definition.
  std::array<FieldCode, kMostFields> codes_{};
  std::array<FieldType, kMostFields> types_{};
};

// A copy of an unknown small number of bytes takes longer than all else of a record (rep movsq). So
// all of `head` is copied if there is room: zeros that the next fields replace, or padding.
inline void RecordForm::copy_head(const Head& head, std::size_t size, char* record,
                                  std::size_t record_size) {
  if (record_size >= head.size()) {
    std::memcpy(record, head.data(), head.size());
  } else {
    std::memcpy(record, head.data(), size);
  }
}

template <class NumberOf>
[[gnu::always_inline]] inline std::size_t RecordForm::collect(const Event& event,
                                                              NumberOf&& number_of,
                                                              Numbers& numbers,
                                                              bool& is_wide) const {
  const uint8_t* const number_at = positions_.data();
  const uint8_t* const whole_at = number_at + numbers_;
  const uint8_t* const word_at = whole_at + wholes_;
  const uint8_t* const string_at = word_at + words_;
  for (unsigned i = 0; i < numbers_; ++i) {
    if (!event.fields[number_at[i]].is_number()) return 0;
  }
  for (unsigned i = 0; i < wholes_; ++i) {
    const FieldValue& value = event.fields[whole_at[i]];
    if (value.is_number()) return 0;
    const auto whole = whole_number(value.text(), types_[whole_at[i]]);
    if (!whole || *whole > UINT32_MAX) return 0;
    numbers[whole_at[i]] = static_cast<uint32_t>(*whole);
  }
  for (unsigned i = 0; i < words_; ++i) {
    const FieldValue& value = event.fields[word_at[i]];
    if (value.is_number()) return 0;
    const uint32_t number = number_of(value.text());
    if (number == kNoNumber) return 0;
    is_wide = is_wide || number > UINT16_MAX;
    numbers[word_at[i]] = number;
  }
  std::size_t size = head_size_ + numbers_ * sizeof(double) + wholes_ * sizeof(uint32_t) +
                     words_ * sizeof(uint16_t);
  for (unsigned i = 0; i < strings_; ++i) {
    const FieldValue& value = event.fields[string_at[i]];
    if (value.is_number()) return 0;
    size = padded(size + value.text().size() + 1);
  }
  return padded(size);
}

template <class NumberOf>
[[gnu::always_inline]] inline bool RecordForm::append(const Event& event, NumberOf&& number_of,
                                                      std::string& out) const {
  Numbers numbers{};
  bool is_wide = false;
  const std::size_t size = collect(event, number_of, numbers, is_wide);
  if (size == 0) return false;
  if (is_wide) {
    append_in_order(event, numbers, out);
    return true;
  }

  const std::size_t start = out.size();
  out.resize(start + size);  // zeros, which padding is
  char* const record = out.data() + start;
  copy_head(head_, head_size_, record, size);
  const uint8_t* position = positions_.data();
  char* at = record + head_size_;
  for (unsigned i = 0; i < numbers_; ++i, at += sizeof(double)) {
    const double number = event.fields[*position++].number();
    std::memcpy(at, &number, sizeof number);
  }
  for (unsigned i = 0; i < wholes_; ++i, at += sizeof(uint32_t)) {
    std::memcpy(at, &numbers[*position++], sizeof(uint32_t));
  }
  for (unsigned i = 0; i < words_; ++i, at += sizeof(uint16_t)) {
    const auto number = static_cast<uint16_t>(numbers[*position++]);
    std::memcpy(at, &number, sizeof number);
  }
  if (strings_ == 0) return true;
  bool is_good = true;
  for (unsigned i = 0; i < strings_; ++i) {
    const std::string_view word = event.fields[*position++].text();
    is_good = copy_without_nul(at, word.data(), word.size()) && is_good;
    at = record + padded(static_cast<std::size_t>(at - record) + word.size() + 1);
  }
  if (!is_good) out.resize(start);
  return is_good;
}

}  // namespace paje::rastro
