// Regular expressions whose time is bounded: all ways through the text are followed at once, so no
// pattern is slow on any text, and nothing recurses over the text.
#pragma once

#include <bitset>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

/// What is wrong with a pattern.
class PatternError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Patterns as most tools have them: `.` `[a-z]` `[^a-z]` `\d \D \w \W \s \S \b \B` `^` `$` `( )`
/// `(?: )` `|` `* + ? {n} {n,} {n,m}` (`?` after them changes nothing, for only whether there is a
/// match is asked), `\t \n \r \f \v`, `\` before anything else that is not a letter or digit, and
/// `(?i)` at the start: letters a to z whatever their case. Characters are those of UTF-8.
class RegularExpression {
 public:
  /// Throws PatternError.
  explicit RegularExpression(std::string_view pattern);

  /// Whether some part of the text matches. O(text x pattern).
  [[nodiscard]] bool is_in(std::string_view text) const;

 private:
  friend class PatternCompiler;

  enum class Kind : uint8_t { one_of, jump, split, text_start, text_end, edge, no_edge, match };
  struct Step {
    Kind kind;
    uint32_t next = 0;   ///< of one_of: the set; of jump and split: where to go on
    uint32_t other = 0;  ///< of split
  };
  struct Range {
    uint32_t first;
    uint32_t last;
  };
  struct Set {
    std::bitset<128> ascii;
    std::vector<Range> others;  ///< above
    bool is_negated = false;    ///< of others

    void add(uint32_t first, uint32_t last);
    [[nodiscard]] bool has(uint32_t character) const;
  };
  class Threads;

  std::vector<Step> steps_;
  std::vector<Set> sets_;
};

}  // namespace paje::tools
