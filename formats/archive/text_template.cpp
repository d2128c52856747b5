#include "formats/archive/text_template.hpp"

#include <charconv>

#include "formats/archive/bytes.hpp"

namespace paje::archive {

namespace {

bool is_digit(char c, Base base) {
  return (c >= '0' && c <= '9') || (base == Base::hexadecimal && c >= 'a' && c <= 'f');
}

// All numbers of that many digits fit 64 bits.
std::size_t most_digits(Base base) { return base == Base::decimal ? 17 : 15; }

// The end of the number that begins at `at`; `at` if none does.
std::size_t end_of_number(std::string_view text, std::size_t at, Base base) {
  if (text[at] == '0') return at + 1;
  std::size_t end = at;
  while (end < text.size() && end - at < most_digits(base) && is_digit(text[end], base)) ++end;
  return end;
}

}  // namespace

void cut_text(std::string_view text, Base base, std::string& shape,
              std::vector<uint64_t>& numbers) {
  std::size_t literal = 0, at = 0;
  while (at < text.size()) {
    if (!is_digit(text[at], base)) {
      ++at;
      continue;
    }
    const std::size_t end = end_of_number(text, at, base);
    uint64_t number = 0;
    std::from_chars(text.data() + at, text.data() + end, number, static_cast<int>(base));
    numbers.push_back(number);
    put_text(shape, text.substr(literal, at - literal));
    // Digits that follow are no number of their own: `007` is the number 0 and the literal `07`.
    literal = at = end;
    while (at < text.size() && is_digit(text[at], base)) ++at;
  }
  put_text(shape, text.substr(literal));
}

TextTemplate template_of(std::string_view shape, uint64_t byte) {
  TextTemplate made;
  ByteReader reader(shape, byte);
  while (reader.left() != 0) made.literals.emplace_back(reader.text());
  return made;
}

char* write_number(char* to, uint64_t number, Base base) {
  return std::to_chars(to, to + kMostNumberBytes, number, static_cast<int>(base)).ptr;
}

}  // namespace paje::archive
