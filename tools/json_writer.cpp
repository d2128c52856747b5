#include "json_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace paje::tools {

namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

// How many bytes the character has that `first` begins (0: it begins none), and which may come
// second: overlong forms, surrogates and numbers past U+10FFFF are none.
struct CharacterForm {
  std::size_t size = 0;
  unsigned lowest = 0x80U;
  unsigned highest = 0xBFU;
};

CharacterForm form_of(unsigned first) {
  CharacterForm form;
  if (first >= 0xC2U && first <= 0xDFU) form.size = 2;
  if (first >= 0xE0U && first <= 0xEFU) form.size = 3;
  if (first >= 0xF0U && first <= 0xF4U) form.size = 4;
  if (first == 0xE0U) form.lowest = 0xA0U;
  if (first == 0xEDU) form.highest = 0x9FU;
  if (first == 0xF0U) form.lowest = 0x90U;
  if (first == 0xF4U) form.highest = 0x8FU;
  return form;
}

// How many bytes of `text` begin the character, as far as they do.
std::size_t matching(const CharacterForm& form, std::string_view text) {
  std::size_t count = 1;
  for (; count < form.size && count < text.size(); ++count) {
    const auto byte = static_cast<unsigned char>(text[count]);
    const bool fits =
        count == 1 ? byte >= form.lowest && byte <= form.highest : is_continuation(byte);
    if (!fits) break;
  }
  return count;
}

}  // namespace

std::size_t utf8_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80U) return 1;
  const CharacterForm form = form_of(first);
  return form.size != 0 && matching(form, text) == form.size ? form.size : 0;
}

std::size_t utf8_beginning(std::string_view text) {
  const CharacterForm form = form_of(static_cast<unsigned char>(text[0]));
  return form.size == 0 ? 1 : matching(form, text);
}

std::string json_string(std::string_view text) {
  JsonWriter writer;
  writer.value(text);
  return writer.text();
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

JsonWriter& JsonWriter::open(char bracket) {
  begin_value();
  text_ += bracket;
  ++depth_;
  is_first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  --depth_;
  if (!is_first_) begin_line();
  text_ += bracket;
  is_first_ = false;
  if (depth_ == 0) text_ += '\n';
  return *this;
}

void JsonWriter::begin_line() {
  text_ += '\n';
  text_.append(2 * depth_, ' ');
}

void JsonWriter::begin_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!is_first_) text_ += ',';
  if (depth_ != 0) begin_line();
  is_first_ = false;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  begin_value();
  append_string(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  begin_value();
  append_string(text);
  return *this;
}

JsonWriter& JsonWriter::value(uint64_t number) {
  begin_value();
  text_ += std::to_string(number);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  begin_value();
  text_ += std::isfinite(number) ? fmt::format("{}", number) : "null";
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  begin_value();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(std::optional<double> number) {
  return value(number.value_or(std::nan("")));
}

void JsonWriter::append_string(std::string_view text) {
  text_ += '"';
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t size = utf8_size(text);
    if (first == '"' || first == '\\') {
      text_ += '\\';
      text_ += text[0];
    } else if (first < ' ' || first == 0x7FU || size == 0) {
      text_ += fmt::format("\\u{:04x}", first);
    } else {
      text_ += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  text_ += '"';
}

}  // namespace paje::tools
