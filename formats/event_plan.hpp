// How records of one form are decoded without looking at the codes of their fields again: where
// each field is, and which of the definition it is. Nearly all events of a trace have one of a
// few forms. Whatever a plan cannot take is left to EventValues, which knows all there is and says
// what is wrong; this is only faster.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "formats/easy_plan.hpp"
#include "formats/nul_bytes.hpp"
#include "formats/rastro.hpp"
#include "formats/record_word.hpp"
#include "formats/word_list.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

class EventPlan {
 public:
  static constexpr uint16_t kNone = UINT16_MAX;
  /// More fields have no plan: a header of at most three further words.
  static constexpr std::size_t kMostFields = kCodesInFirstWord + 3 * kCodesInFurtherWord;

  /// For records of `definition` with that type and fields of these types in that order;
  /// `positions` says which field of the definition each is. Nothing if they are too many.
  static std::optional<EventPlan> make(const EventDefinition& definition, uint16_t type,
                                       std::span<const Field> fields,
                                       std::span<const std::size_t> positions);

  /// The first word of the header of such records.
  [[nodiscard]] uint32_t head() const { return head_; }

  /// How many fields the definition has.
  [[nodiscard]] std::size_t fields() const { return count_; }

  /// The same plan for decode_easy_events(), if it is that simple.
  [[nodiscard]] std::optional<EasyPlan> easy() const;

  /// Decodes the record that begins at `at` with head() into `values`, one for each field of the
  /// definition. Returns the record's size; 0 if it is not of that form, or not whole, or wrong.
  /// `read_odd(position, field)` makes the value of a field that is neither a number as it is nor a
  /// word, and returns whether it could.
  template <class ReadOdd>
  std::size_t decode(const char* at, const char* end, const WordList& words, FieldValue* values,
                     ReadOdd&& read_odd) const;

  uint16_t definition = 0;  ///< which of the file's it is; for the decoder
  uint16_t next = kNone;    ///< the plan for another form of the same type; for the decoder

 private:
  enum class Kind : uint8_t { number, word, odd, string };

  struct Step {
    uint8_t offset = 0;    // of the field in the record, as long as no string comes before it
    uint8_t position = 0;  // of the field in the definition
    Kind kind = Kind::number;
    FieldCode code = FieldCode::none;
  };

  static constexpr std::size_t kFurtherWords = sizeof(uint32_t) + sizeof(uint64_t);

  static Kind kind_of(const Field& field, const FieldDefinition& defined, EventKind event);
  void arrange_steps();

  template <class ReadOdd>
  static bool read_fixed(const Step& step, const char* field, const WordList& words,
                         FieldValue* values, ReadOdd&& read_odd);
  template <class ReadOdd>
  std::size_t read_tail(const char* at, const char* end, const WordList& words, FieldValue* values,
                        ReadOdd&& read_odd) const;

  uint32_t head_ = 0;
  uint8_t further_words_ = 0;
  uint8_t fixed_bytes_ = 0;       // of the record, before its first string if it has one
  bool is_easy_ = false;          // one to kEasyNumbers numbers, one to kEasyWords words with u16
  bool ends_in_strings_ = false;  // nothing but words after the first string
  // Of the steps. Those before the first string are sorted by kind: numbers up to here, words up
  // to there, all that have a fixed place; then all others, in order.
  uint8_t numbers_ = 0;
  uint8_t words_ = 0;
  uint8_t fixed_ = 0;
  uint8_t count_ = 0;
  std::array<uint32_t, 3> further_{};
  std::array<Step, kMostFields> steps_{};
};

template <class ReadOdd>
bool EventPlan::read_fixed(const Step& step, const char* field, const WordList& words,
                           FieldValue* values, ReadOdd&& read_odd) {
  if (step.kind == Kind::number) {
    const auto number = load<double>(field);
    values[step.position] = FieldValue::of_number(number);
    return !std::isnan(number);
  }
  if (step.kind == Kind::word) {
    const uint32_t number =
        step.code == FieldCode::u16 ? load<uint16_t>(field) : load<uint32_t>(field);
    if (number >= words.size()) return false;
    values[step.position] = words[number];
    return true;
  }
  Field odd{step.code, 0, {}, 0};
  std::memcpy(&odd.bits, field, size_of(step.code));
  return read_odd(step.position, odd);
}

// From the first string on, a field is where the one before it ends.
template <class ReadOdd>
std::size_t EventPlan::read_tail(const char* at, const char* end, const WordList& words,
                                 FieldValue* values, ReadOdd&& read_odd) const {
  const char* field = at + fixed_bytes_;
  for (unsigned i = fixed_; i < count_; ++i) {
    const Step& step = steps_[i];
    if (step.code != FieldCode::string) {
      if (end - field < static_cast<std::ptrdiff_t>(size_of(step.code))) return 0;
      if (!read_fixed(step, field, words, values, read_odd)) return 0;
      field += size_of(step.code);
      continue;
    }
    const char* const nul = field < end ? find_nul(field, end) : nullptr;
    if (nul == nullptr) return 0;
    const std::string_view word(field, static_cast<std::size_t>(nul - field));
    if (step.kind == Kind::string) {
      const auto value = word_in_place(word);
      if (!value) return 0;
      values[step.position] = *value;
    } else if (!read_odd(step.position, Field::of_text(word))) {
      return 0;
    }
    field = at + padded(static_cast<std::size_t>(nul + 1 - at));
  }
  const std::size_t size = padded(static_cast<std::size_t>(field - at));
  return size > static_cast<std::size_t>(end - at) ? 0 : size;
}

template <class ReadOdd>
[[gnu::always_inline]] inline std::size_t EventPlan::decode(const char* at, const char* end,
                                                            const WordList& words,
                                                            FieldValue* values,
                                                            ReadOdd&& read_odd) const {
  const auto left = static_cast<std::size_t>(end - at);
  if (left < fixed_bytes_) return 0;
  for (unsigned i = 0; i < further_words_; ++i) {
    if (load<uint32_t>(at + kFurtherWords + i * sizeof(uint32_t)) != further_[i]) return 0;
  }
  const Step* step = steps_.data();
  for (const Step* const stop = steps_.data() + numbers_; step != stop; ++step) {
    const auto number = load<double>(at + step->offset);
    if (std::isnan(number)) return 0;  // for EventValues: it knows which fields may be that
    values[step->position] = FieldValue::of_number(number);
  }
  for (const Step* const stop = steps_.data() + fixed_; step != stop; ++step) {
    if (!read_fixed(*step, at + step->offset, words, values, read_odd)) return 0;
  }
  if (fixed_ == count_) return fixed_bytes_;
  return read_tail(at, end, words, values, read_odd);
}

}  // namespace paje::rastro
