// A broken rule as the reading finds it, before it is known where in the input that is. Problems
// are collected while pieces are worked on in any order and put in input order afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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
};

}  // namespace paje
