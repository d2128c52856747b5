// Other words for those of a trace: renamed ones, and neutral ones that show nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "paje/cut.hpp"
#include "paje/event.hpp"

namespace paje {

/// Neutral words `value-1`, `value-2`, ...: the same for the same text.
class NeutralWords {
 public:
  std::string_view of(std::string_view text, std::string_view prefix);

 private:
  std::unordered_map<std::string, std::string> words_;
};

class CutWords {
 public:
  /// Throws SelectionError if nothing in the trace has a name that is to be another one, CutError
  /// for a name twice.
  CutWords(const Trace& trace, const Cut& cut);

  // Of types, the name stays or is renamed, of others an alias may be, too.
  [[nodiscard]] Name type_name(const Name& name) const { return renamed(name); }
  Name type_alias(const Name& alias);
  Name container(const Name& name) { return neutral(name, containers_, "container"); }
  Name value(const Name& name) { return neutral(name, values_, "value"); }
  /// If it is called otherwise than before. Not of neutral words.
  [[nodiscard]] Name renamed(const Name& name) const;
  /// A word of a user-defined field, its quotes included: the i-th of those that the definition of
  /// that number calls kept_fields(). Valid until the next call.
  std::string_view user_word(uint32_t definition, uint32_t i, std::string_view raw);
  /// The name of such a field.
  std::string_view field(std::string_view name);
  /// The neutral key of a row.
  [[nodiscard]] std::string key(uint64_t row) const {
    return "key" + dashes_ + std::to_string(row + 1);
  }

  [[nodiscard]] bool is_anonymous() const { return is_anonymous_; }

 private:
  /// Looks at all words of the trace, so that none of them begins as a neutral one does.
  void find_dashes(const Trace& trace);
  [[nodiscard]] std::string prefix(std::string_view what) const {
    return std::string(what) + dashes_;
  }
  [[nodiscard]] Name neutral(const Name& name, NeutralWords& words, std::string_view what) const {
    return is_anonymous_ ? Name{words.of(name.text, prefix(what)), false} : name;
  }

  std::span<const EventDefinition> definitions_;
  bool is_anonymous_;
  std::string dashes_ = "-";
  std::unordered_map<std::string_view, std::string_view> renames_;
  NeutralWords aliases_, containers_, values_, words_, fields_;
};

}  // namespace paje
