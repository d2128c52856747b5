#include "formats/text/json_writer.hpp"

#include <fmt/format.h>

#include <cmath>

#include "paje/visible_text.hpp"

namespace paje {

std::string json_string(std::string_view text) {
  JsonWriter writer;
  writer.value(text);
  return writer.text();
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
    const std::size_t size = utf8_character_size(text);
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

}  // namespace paje
