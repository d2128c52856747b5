#include "exchange/chrome/required_members.hpp"

#include <fmt/format.h>

#include <charconv>

namespace paje::exchange {

namespace members {

std::optional<dom::element> find(dom::element object, std::string_view key) {
  dom::element found;
  if (object.at_key(key).get(found) != simdjson::SUCCESS) return std::nullopt;
  return found;
}

dom::element need(dom::element object, std::string_view key) {
  const auto found = find(object, key);
  if (!found) throw BadFact{simdjson::minify(object), fmt::format("'{}' in it", key)};
  return *found;
}

uint32_t index(dom::element object, std::string_view key, std::size_t count) {
  uint64_t number = 0;
  const dom::element found = need(object, key);
  if (found.get_uint64().get(number) != simdjson::SUCCESS || number >= count) {
    throw BadFact{simdjson::minify(object), fmt::format("a number below {} as '{}'", count, key)};
  }
  return static_cast<uint32_t>(number);
}

double time(dom::element object, std::string_view key) {
  const dom::element found = need(object, key);
  double number = 0;
  std::string_view word;
  if (found.get_double().get(number) == simdjson::SUCCESS) return number;
  if (found.get_string().get(word) == simdjson::SUCCESS) {
    if (const auto infinite = parse_number(word)) return *infinite;
  }
  throw BadFact{simdjson::minify(object), fmt::format("seconds as '{}'", key)};
}

std::string_view text(dom::element object, std::string_view key) {
  std::string_view word;
  if (need(object, key).get_string().get(word) == simdjson::SUCCESS) return word;
  throw BadFact{simdjson::minify(object), fmt::format("a string as '{}'", key)};
}

std::string word(dom::element object, const std::string& key) {
  if (!find(object, key + "_bytes")) return std::string(text(object, key));
  const auto bytes = bytes_of_digits(text(object, key + "_bytes"));
  if (!bytes) throw BadFact{simdjson::minify(object), "pairs of hexadecimal digits"};
  return *bytes;
}

std::string alias(dom::element object) {
  return word(object, find(object, "alias") ? "alias" : "name");
}

std::optional<Color> color(dom::element object) {
  if (!find(object, "color")) return std::nullopt;
  const auto found = parse_color(text(object, "color"));
  if (!found) throw BadFact{simdjson::minify(object), "a colour"};
  return found;
}

}  // namespace members

std::optional<std::string> bytes_of_digits(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned byte = 0;
    const char* const end = digits.data() + i + 2;
    const auto [stop, error] = std::from_chars(digits.data() + i, end, byte, 16);
    if (error != std::errc{} || stop != end) return std::nullopt;
    bytes += static_cast<char>(byte);
  }
  if (digits.size() % 2 != 0) return std::nullopt;
  return bytes;
}

}  // namespace paje::exchange
