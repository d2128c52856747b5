#include "exchange/chrome/json_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "formats/text/json_cursor.hpp"

namespace paje::exchange {

namespace {

// The number of names that are compared one by one before it pays to keep them in a table.
constexpr std::size_t kFewFields = 16;

FieldType type_of_number(std::string_view token) {
  // Few digits are an int.
  constexpr std::size_t kFewDigits = 18;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (token.size() <= kFewDigits && std::all_of(token.begin(), token.end(), is_digit)) {
    return FieldType::int_number;
  }
  const char* const end = token.data() + token.size();
  int64_t whole = 0;
  const auto [stop, error] = std::from_chars(token.data(), end, whole);
  if (error == std::errc{} && stop == end) {
    return token == "-0" ? FieldType::double_number : FieldType::int_number;
  }
  double number = 0;
  const auto [last, trouble] = std::from_chars(token.data(), end, number);
  const bool is_double = trouble == std::errc{} && last == end && std::isfinite(number);
  // Neither holds it: its digits do.
  return is_double && token.find_first_of(".eE") != std::string_view::npos
             ? FieldType::double_number
             : FieldType::string;
}

}  // namespace

ImportedField json_field(std::string_view name, std::string_view token, JsonRepairs& repairs) {
  ImportedField field{std::string(name), {}};
  switch (token.front()) {
    case '"': {
      std::string room;
      field.word = json_word(token, room, repairs);
      break;
    }
    case '{':
    case '[':
      field.word = json_compact(token, repairs);
      break;
    default:
      field.word = token;
      field.type = json_type(token);
  }
  return field;
}

FieldType json_type(std::string_view token) {
  const char first = token.front();
  const bool is_number = first == '-' || (first >= '0' && first <= '9');
  return is_number ? type_of_number(token) : FieldType::string;
}

std::size_t JsonFields::place_of(std::string_view name) {
  if (fields_.size() > kFewFields) {
    if (places_.empty()) {
      for (std::size_t i = 0; i < fields_.size(); ++i) places_.emplace(fields_[i].name, i);
    }
    return places_.try_emplace(std::string(name), fields_.size()).first->second;
  }
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const ImportedField& field) { return field.name == name; });
  return static_cast<std::size_t>(found - fields_.begin());
}

void JsonFields::add(std::string_view name, std::string_view token) {
  ImportedField field = json_field(name, token, repairs_);
  if (name.empty() || has_field_meaning(name)) {
    field.name.insert(0, "args.");
    if (!is_null(token)) {
      losses_.add("names of arguments that mean something to Pajé (with the prefix args.)");
    }
  }
  const std::size_t place = place_of(field.name);
  if (place == fields_.size()) {
    fields_.push_back(std::move(field));
  } else {
    losses_.add("arguments that an event has twice (the last one counts)");
    fields_[place] = std::move(field);
    nulls_.erase(place);
  }
  if (is_null(token)) nulls_.insert(place);
}

void JsonFields::add_text(std::string_view name, std::string_view text) {
  fields_.push_back({std::string(name), std::string(text)});
}

ImportedFields JsonFields::release() {
  places_.clear();
  ImportedFields all = std::exchange(fields_, {});
  // From the end: places before one that goes stay what they are.
  for (auto place = nulls_.rbegin(); place != nulls_.rend(); ++place) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(*place));
  }
  nulls_.clear();
  return all;
}

}  // namespace paje::exchange
