// The plan by which decode_easy_events() decodes records of one form.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "formats/rastro.hpp"

namespace paje::rastro {

struct EasyPlan {
  /// More has no such plan.
  static constexpr unsigned kMostFields = 8;
  /// A number and that many words are taken in any case; further fields are looked for.
  static constexpr unsigned kWords = 3;
  /// No record is longer.
  static constexpr std::size_t kMostBytes = head_bytes(kMostFields) + std::size_t{kMostFields} * 8;

  struct Step {
    uint16_t offset;    // of the field in the record
    uint16_t position;  // of the field in the definition
    uint32_t mask;      // of the bits there that count, if it is a word's number; 0: a number
  };

  uint32_t head = 0;  // no record begins so
  uint32_t further = 0;
  uint32_t further_mask = 0;
  uint16_t definition = 0;
  uint8_t bytes = 0;  // up to the first string, or of the whole record
  uint8_t fields = 0;
  uint8_t strings = 0;  // if any, all other fields are numbers
  uint8_t more = 0;     // how many of the last steps count
  std::array<Step, 1 + kWords> steps{};
  std::array<uint8_t, kMostFields> string_positions{};
  std::array<Step, kMostFields> more_steps{};
};

}  // namespace paje::rastro
