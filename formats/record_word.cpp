#include "formats/record_word.hpp"

#include <algorithm>

namespace paje::rastro {

namespace {

// Of a string that is shown; there may be one of any size.
constexpr std::size_t kMostShown = 160;

bool is_in_quotes(std::string_view string) {
  return string.size() >= 2 && string.front() == '"' && string.back() == '"';
}

bool has(std::string_view string, char byte) { return string.find(byte) != std::string_view::npos; }

// Whether a word has to be in quotes to be read as that word.
bool needs_quotes(std::string_view word) {
  return word.empty() || word.front() == '"' || word.front() == '%' ||
         std::any_of(word.begin(), word.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte <= ' ' || byte == 0x7F || c == '#';
         });
}

}  // namespace

std::string beginning(std::string_view string) {
  std::string text(string.substr(0, kMostShown));
  if (string.size() > kMostShown) text += "...";
  return text;
}

void MendedWords::add(std::string_view word, uint64_t offset) {
  if (count++ != 0) return;
  first_offset = offset;
  first = beginning(word);
}

// Of a string with quotes or newlines.
std::optional<FieldValue> detail::odd_word_in_place(std::string_view string) {
  if (has(string, '\n')) return std::nullopt;
  if (is_in_quotes(string)) {
    const std::string_view inside = string.substr(1, string.size() - 2);
    if (has(inside, '"')) return std::nullopt;
    return FieldValue::of_text(inside, true);
  }
  // Within a word that needs no quotes, a quote is a character like others.
  if (needs_quotes(string)) return std::nullopt;
  return FieldValue::of_text(string, false);
}

FieldValue mended_word(std::span<char> string) {
  std::string_view word(string.data(), string.size());
  std::replace(string.begin(), string.end(), '\n', ' ');
  const bool quoted = is_in_quotes(word);
  const std::span<char> inside = quoted ? string.subspan(1, string.size() - 2) : string;
  word = {inside.data(), inside.size()};
  if (quoted || needs_quotes(word)) std::replace(inside.begin(), inside.end(), '"', '\'');
  return FieldValue::of_text(word, quoted);
}

FieldValue word_of(std::string_view string, uint64_t offset, WordPages& pages,
                   MendedWords& mended) {
  if (const auto word = word_in_place(string)) return *word;
  mended.add(string, offset);
  const std::span<char> copy = pages.room(string.size());
  std::copy(string.begin(), string.end(), copy.begin());
  pages.keep(copy.size());
  return mended_word(copy);
}

std::string name_of(std::string_view string, std::size_t number, uint64_t offset,
                    MendedWords& mended) {
  const std::string_view inside =
      is_in_quotes(string) ? string.substr(1, string.size() - 2) : string;
  std::string name(inside);
  // In quotes, text holds all else.
  std::replace(name.begin(), name.end(), '"', '\'');
  std::replace(name.begin(), name.end(), '\n', ' ');
  // What ends or begins a definition is no field of it.
  if (name == "EventDef" || name == "EndEventDef") name += '_';
  if (name.empty()) name = "UserDefined" + std::to_string(number);
  if (name != inside) mended.add(string, offset);
  return name;
}

}  // namespace paje::rastro
