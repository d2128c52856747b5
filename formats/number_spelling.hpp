// Numbers as words and words as numbers, where a record holds one for the other without anything
// being lost on the way back (README.md, "Numbers").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "paje/event.hpp"

namespace paje::rastro {

/// Enough room for any spelling below.
inline constexpr std::size_t kLongestSpelling = 32;

/// The shortest decimal spelling of that very number: `0.5`, `1e+22`, `-0`, `inf`, `nan`.
std::string_view spell(double number, std::span<char, kLongestSpelling> room);
/// The canonical spelling of a whole number: `31`, in a field of type hex `0x1f`.
std::string_view spell_whole(uint64_t number, FieldType type,
                             std::span<char, kLongestSpelling> room);

/// The whole number whose canonical spelling is `word`, if there is one.
std::optional<uint64_t> whole_number(std::string_view word, FieldType type);
/// The whole number from 0 to 2^64-1 that `number` is, if it is one; -0 is none.
std::optional<uint64_t> whole_number(double number);

/// What a float stands for: the double closest to its shortest decimal spelling. So 0.1 written as
/// a float is 0.1 again, not 0.10000000149011612.
double widen(float number);
/// The float that stands for `number`, if there is one.
std::optional<float> narrow(double number);

}  // namespace paje::rastro
