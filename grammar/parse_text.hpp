// The interface of the grammar: parses Pajé text with the Flex scanner (paje.l) and the Bison
// parser (paje.y) and delivers what the lines say. It knows the syntax of the whole language,
// nothing of what definitions require or what events mean.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/diagnostic.hpp"

namespace paje::grammar {

/// A word of a line. `text` has no quotes; `offset` is where the word (or its opening quote)
/// begins in the parsed text.
struct Word {
  std::string_view text;
  bool quoted = false;
  std::size_t offset = 0;
};

struct FieldLine {
  Word name;
  Word type;
};

/// `%EventDef` to `%EndEventDef`.
struct Definition {
  Word event_name;
  Word id;
  std::vector<FieldLine> fields;
  std::size_t offset = 0;  ///< of its first line
};

/// A line that is not of the language, or an oddity of one that is.
struct SyntaxProblem {
  Rule rule = Rule::definition_syntax;
  std::size_t offset = 0;  ///< of the offending text
  std::string found;
  std::string expected;
  Repair repair = Repair::left_out;
};

/// Receives the parts of a text in order. Each call answers whether to go on.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual bool on_definition(const Definition& definition) = 0;
  virtual bool on_event(std::span<const Word> words) = 0;
  virtual bool on_problem(const SyntaxProblem& problem) = 0;
};

/// Parses `text`, which begins at the start of a line. After a problem, parsing goes on with the
/// next line if the handler wants it; a definition with an error is not delivered.
void parse_text(std::string_view text, Handler& handler);

}  // namespace paje::grammar
