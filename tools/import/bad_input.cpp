#include "import/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostShown = 60;

BadTrace problem(const std::string& place, std::string_view title, std::string_view found,
                 std::string_view expected) {
  const bool is_cut = found.size() > kMostShown;
  found = found.substr(0, kMostShown);
  if (is_cut) found = found.substr(0, whole_characters(found));
  return BadTrace(fmt::format("{}: error: {}: found '{}{}', expected {}", visible(place), title,
                              visible(found), is_cut ? "..." : "", visible(expected)));
}

struct Place {
  uint64_t line;
  uint64_t column;
};

Place place_of(std::string_view text, uint64_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t newline = before.rfind('\n');
  const auto line = static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  return {line, newline == std::string_view::npos ? at + 1 : at - newline};
}

}  // namespace

BadTrace bad_byte(std::string_view file, uint64_t byte, std::string_view title,
                  std::string_view found, std::string_view expected) {
  return problem(fmt::format("{}: byte {}", file, byte), title, found, expected);
}

BadTrace bad_text_line(std::string_view file, uint64_t line, std::string_view title,
                       std::string_view found, std::string_view expected) {
  return problem(fmt::format("{}:{}", file, line), title, found, expected);
}

BadTrace bad_place(std::string_view file, std::string_view text, uint64_t at,
                   std::string_view title, std::string_view found, std::string_view expected) {
  const Place place = place_of(text, at);
  return problem(fmt::format("{}:{}:{}", file, place.line, place.column), title, found, expected);
}

std::string place_in(std::string_view text, uint64_t at) {
  const Place place = place_of(text, at);
  return fmt::format("line {}, column {}", place.line, place.column);
}

}  // namespace paje::tools
