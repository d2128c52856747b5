// JSON text, indented, always valid: bytes that are not UTF-8 are written as the Latin-1
// characters of the same numbers, and numbers that JSON does not have as null.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paje {

/// `text` as a string of JSON.
std::string json_string(std::string_view text);

class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  /// The name of the member whose value comes next.
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(uint64_t number);
  JsonWriter& value(double number);
  JsonWriter& value(bool truth);
  JsonWriter& value(std::optional<double> number);

  template <class Value>
  JsonWriter& member(std::string_view name, const Value& of_it) {
    return key(name).value(of_it);
  }

  /// What was written so far; a newline follows the outermost value.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void begin_value();
  void begin_line();
  void append_string(std::string_view text);

  std::string text_;
  std::size_t depth_ = 0;
  bool is_first_ = true;
  bool after_key_ = false;
};

}  // namespace paje
