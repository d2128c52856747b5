// A broken rule as the reading finds it, before it is known where in the input that is. Problems
// are collected while pieces are worked on in any order and put in input order afterwards.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paje/diagnostic.hpp"
#include "paje/event.hpp"

namespace paje {

struct Problem {
  enum class At : uint8_t {
    line,    ///< the line as such
    offset,  ///< exactly at `offset`
    field,   ///< the word of `field` in the line's event
  };

  Rule rule = Rule::definition_syntax;
  uint64_t line_offset = 0;  ///< of the line in the chunk's text
  At at = At::line;
  uint64_t offset = 0;  ///< of the offending text in the chunk
  FieldName field = FieldName::user_defined;
  std::string found;
  std::string expected;
  std::string note;
  /// The number of the definition that the line does not fit, to be shown in place of a note: its
  /// text may be long, and very many lines may not fit it.
  std::optional<uint32_t> definition = std::nullopt;
  Repair repair = Repair::left_out;  ///< of an error, if reading is lenient
};

/// Whether a strict reading stops at one of these.
[[nodiscard]] inline bool has_error(const std::vector<Problem>& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return is_error(problem.rule); });
}

}  // namespace paje
