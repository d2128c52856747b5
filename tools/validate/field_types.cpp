#include "validate/field_types.hpp"

#include <algorithm>

namespace paje::tools {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_integer(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_hexadecimal(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_hex_digit);
}

}  // namespace

bool is_of_type(std::string_view text, FieldType type) {
  switch (type) {
    case FieldType::string:
      return true;
    case FieldType::int_number:
      return is_integer(text);
    case FieldType::hex_number:
      return is_hexadecimal(text);
    case FieldType::float_number:
    case FieldType::double_number:
    case FieldType::date:
      return parse_number(text).has_value();
    case FieldType::color:
      return parse_color(text).has_value();
  }
  return true;
}

std::string_view description(FieldType type) {
  switch (type) {
    case FieldType::string:
      return "a word";
    case FieldType::int_number:
      return "an integer";
    case FieldType::hex_number:
      return "a hexadecimal number";
    case FieldType::float_number:
    case FieldType::double_number:
    case FieldType::date:
      return "a decimal number";
    case FieldType::color:
      return "a colour (\"r g b\" with parts from 0 to 1, or rrggbb)";
  }
  return "";
}

}  // namespace paje::tools
