// Texts as templates and numbers: `rank-17_4` is `rank-` number `_` number, with 17 and 4.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paje::archive {

/// Which characters are the digits of numbers.
enum class Base : uint8_t { decimal = 10, hexadecimal = 16 };

/// What is around the numbers of a text: one literal more than numbers.
struct TextTemplate {
  std::vector<std::string> literals;

  [[nodiscard]] std::size_t slots() const { return literals.size() - 1; }
};

/// Cuts a text into literals, which are appended to `shape` in a form that is the same for texts of
/// the same template only, and numbers, which are appended to `numbers`. Digits after a zero, and
/// those beyond what a number holds, are literals.
void cut_text(std::string_view text, Base base, std::string& shape, std::vector<uint64_t>& numbers);

/// The literals of a shape that cut_text() made. `byte`: where it is in a file, for messages.
/// Throws Damage.
[[nodiscard]] TextTemplate template_of(std::string_view shape, uint64_t byte = 0);

/// Of 64 bits, in decimal.
inline constexpr std::size_t kMostNumberBytes = 20;
/// Writes a number as its text had it. The end of its digits, at most kMostNumberBytes.
char* write_number(char* to, uint64_t number, Base base);

}  // namespace paje::archive
