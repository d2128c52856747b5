#include "trace/user_field_list.hpp"

#include <charconv>
#include <limits>
#include <unordered_map>

#include "base/whole_digits.hpp"
#include "paje/type_kind.hpp"

namespace paje {

std::string_view without_quotes(std::string_view word) {
  const bool is_quoted = word.size() >= 2 && word.front() == '"' && word.back() == '"';
  return is_quoted ? word.substr(1, word.size() - 2) : word;
}

std::optional<int64_t> whole_number(std::string_view word, bool is_hex) {
  const bool has_sign = !word.empty() && (word.front() == '-' || word.front() == '+');
  const bool is_negative = has_sign && word.front() == '-';
  word.remove_prefix(has_sign ? 1 : 0);
  int base = is_hex ? 16 : 10;
  if (word.starts_with("0x") || word.starts_with("0X")) {
    word.remove_prefix(2);
    base = 16;
  }
  uint64_t size = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, size, base);
  if (error != std::errc{} || stop != end) return {};
  constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (size > kMost + (is_negative ? 1 : 0)) return {};
  return static_cast<int64_t>(is_negative ? 0 - size : size);
}

// Whole numbers are among them, so that it does not matter in which order words come.
std::optional<double> any_number(std::string_view word, bool is_hex) {
  if (!is_hex) {
    if (const auto number = parse_number(word)) return number;
  }
  const auto whole = whole_number(word, is_hex);
  return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

namespace {

// Whether objects of a kind carry the fields of an event: containers, those of their creation only.
bool are_of(EventKind event, TypeKind kind) {
  return type_kind(event) == kind &&
         (kind != TypeKind::container || event == EventKind::create_container);
}

}  // namespace

UserFieldList::UserFieldList(std::span<const EventDefinition> definitions, TypeKind kind) {
  std::unordered_map<std::string_view, uint32_t> numbers;
  for (const EventDefinition& definition : definitions) {
    first_use.push_back(uses.size());
    if (!are_of(definition.kind, kind)) continue;
    for (const int position : definition.kept_fields()) {
      const FieldDefinition& field = definition.fields[static_cast<std::size_t>(position)];
      const auto [entry, is_new] =
          numbers.try_emplace(field.text, static_cast<uint32_t>(names.size()));
      if (is_new) names.emplace_back(field.text);
      uses.push_back({entry->second, field.type == FieldType::hex_number});
    }
  }
}

void UserWordFacts::add(std::string_view word, bool is_hex) {
  ++words;
  const std::string_view text = without_quotes(word);
  if (text.empty()) {
    ++empty_words;
    return;
  }
  if (!has_only_integers && !has_only_numbers) return;
  // Also of integers it matters what a double holds: others may come that no integer does.
  if (const auto whole = whole_number(text, is_hex)) {
    has_only_numbers = has_only_numbers && is_exact_double(*whole);
    return;
  }
  has_only_integers = false;
  has_only_numbers =
      has_only_numbers && any_number(text, is_hex).has_value() && !loses_digits(text);
}

void UserWordFacts::add(const UserWordFacts& more) {
  words += more.words;
  empty_words += more.empty_words;
  has_only_integers = has_only_integers && more.has_only_integers;
  has_only_numbers = has_only_numbers && more.has_only_numbers;
}

UserType UserWordFacts::type() const {
  if (words == empty_words) return UserType::text;
  if (has_only_integers) return UserType::integer;
  return has_only_numbers ? UserType::number : UserType::text;
}

}  // namespace paje
