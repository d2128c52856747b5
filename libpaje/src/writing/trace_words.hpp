// The words of a finished trace as events name them: identifiers, names, colours, keys.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_arena.hpp"
#include "paje/event.hpp"
#include "paje/trace.hpp"
#include "paje/writer.hpp"

namespace paje::writing {

class TraceWords {
 public:
  /// Throws WriterError for a name that the encoding has no spelling for.
  TraceWords(const Trace& trace, Encoding encoding);

  [[nodiscard]] FieldValue type(TypeId id) const { return types_[id.index]; }
  [[nodiscard]] FieldValue container(ContainerId id) const { return containers_[id.index]; }
  [[nodiscard]] FieldValue value(ValueId id) const { return values_[id.index]; }

  /// The word of a name, valid as long as this.
  FieldValue word(Name name);
  FieldValue word(const Color& color);
  /// A word as the trace has it, its quotes included; valid as long as that text and until
  /// forget_passing(). Throws WriterError.
  FieldValue passing(std::string_view raw);
  /// The same of a text around which the quotes are.
  FieldValue passing(Name name);
  void forget_passing() { used_ = 0; }

 private:
  /// Whether text has to have quotes around it.
  [[nodiscard]] bool needs_quotes(std::string_view text) const;

  bool is_text_;
  StringArena kept_;
  std::deque<std::string> passing_;  // stay where they are
  std::size_t used_ = 0;             // of them
  std::vector<FieldValue> types_, containers_, values_;
};

/// Whether a name is written as another one is.
[[nodiscard]] inline bool are_same(const Name& a, const Name& b) {
  return a.text == b.text && a.quoted == b.quoted;
}

}  // namespace paje::writing
