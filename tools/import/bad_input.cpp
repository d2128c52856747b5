#include "import/bad_input.hpp"

#include <fmt/format.h>

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

}  // namespace

BadTrace bad_byte(std::string_view file, uint64_t byte, std::string_view title,
                  std::string_view found, std::string_view expected) {
  return problem(fmt::format("{}: byte {}", file, byte), title, found, expected);
}

BadTrace bad_text_line(std::string_view file, uint64_t line, std::string_view title,
                       std::string_view found, std::string_view expected) {
  return problem(fmt::format("{}:{}", file, line), title, found, expected);
}

}  // namespace paje::tools
