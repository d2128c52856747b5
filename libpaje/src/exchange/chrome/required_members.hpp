// Members of objects of JSON that have to be there, and what is wrong with those that are not.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "paje/event.hpp"

namespace paje::exchange {

/// The bytes that pairs of hexadecimal digits stand for; nothing for other text.
std::optional<std::string> bytes_of_digits(std::string_view digits);

namespace members {

namespace dom = simdjson::dom;

/// Something is in a place where something else should.
struct BadFact {
  std::string found;
  std::string expected;
};

std::optional<dom::element> find(dom::element object, std::string_view key);
/// All that follow throw BadFact.
dom::element need(dom::element object, std::string_view key);
/// A number below `count`.
uint32_t index(dom::element object, std::string_view key, std::size_t count);
/// Seconds, maybe infinite.
double time(dom::element object, std::string_view key);
std::string_view text(dom::element object, std::string_view key);
/// The same, or the bytes of one that is not valid UTF-8.
std::string word(dom::element object, const std::string& key);
/// Its alias, else its name.
std::string alias(dom::element object);
std::optional<Color> color(dom::element object);

}  // namespace members

}  // namespace paje::exchange
