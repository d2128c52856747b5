#include "exchange/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "paje/visible_text.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kMostShown = 60;

TraceError problem(SourceLocation place, std::string_view title, std::string_view found,
                   std::string_view expected) {
  const bool is_cut = found.size() > kMostShown;
  found = found.substr(0, kMostShown);
  if (is_cut) found = found.substr(0, whole_characters(found));
  Diagnostic diagnostic;
  diagnostic.rule = Rule::other_format;
  diagnostic.where = std::move(place);
  diagnostic.title = title;
  diagnostic.found = std::string(found) + (is_cut ? "..." : "");
  diagnostic.expected = expected;
  return TraceError(std::move(diagnostic));
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

TraceError bad_byte(std::string_view file, uint64_t byte, std::string_view title,
                    std::string_view found, std::string_view expected) {
  return problem({std::string(file), 0, 0, byte}, title, found, expected);
}

TraceError bad_text_line(std::string_view file, uint64_t line, std::string_view title,
                         std::string_view found, std::string_view expected) {
  return problem({std::string(file), line}, title, found, expected);
}

TraceError bad_place(std::string_view file, std::string_view text, uint64_t at,
                     std::string_view title, std::string_view found, std::string_view expected) {
  const Place place = place_of(text, at);
  return problem({std::string(file), place.line, place.column}, title, found, expected);
}

TraceError bad_file(std::string_view file, std::string_view title, std::string_view found,
                    std::string_view expected) {
  return problem({std::string(file), 0, 0, SourceLocation::kWholeFile}, title, found, expected);
}

std::string place_in(std::string_view text, uint64_t at) {
  const Place place = place_of(text, at);
  return fmt::format("line {}, column {}", place.line, place.column);
}

}  // namespace paje::exchange
