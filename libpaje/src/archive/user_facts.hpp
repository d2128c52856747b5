// What the words of user-defined fields are, collected while an archive is written: before it is
// known which fields definitions have.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/thread_pool.hpp"
#include "formats/archive/bytes.hpp"
#include "formats/archive/field_facts.hpp"
#include "trace/trace_data.hpp"
#include "trace/user_field_list.hpp"

namespace paje {

class UserFactMaker {
 public:
  void add_rows(const TraceData& data, ThreadPool& parallel);
  /// A state whose row came before its fields.
  void add_late(const UserFields& fields, UserFields::Reference last);
  /// As a message, for another process.
  void put(std::string& message) const;
  /// What that wrote, of other rows.
  void add(archive::ByteReader from);
  /// Nothing if there are no fields, or rows of too many different events.
  [[nodiscard]] std::optional<archive::AllFieldFacts> finish(
      std::span<const EventDefinition> definitions) const;

 private:
  // Words as they are and as hexadecimal ones: which of both counts the definition says.
  struct BothWays {
    UserWordFacts decimal, hexadecimal;
  };
  // The events of rows: of each, its definition and how many words it has.
  struct Pattern {
    TypeKind kind = TypeKind::state;
    std::vector<std::pair<uint32_t, uint32_t>> events;
    friend auto operator<=>(const Pattern&, const Pattern&) = default;
  };
  using Patterns = std::map<Pattern, std::vector<BothWays>>;  // of all words, in order
  class Rows;

  void take(const Patterns& more);
  static void add_pattern(const Pattern& pattern, const std::vector<BothWays>& words,
                          std::span<const EventDefinition> definitions, const UserFieldList& list,
                          std::vector<UserWordFacts>& facts);

  Patterns patterns_;
  bool has_too_many_ = false;
};

/// The same back.
[[nodiscard]] std::vector<UserWordFacts> user_word_facts_of(
    const std::vector<archive::FieldFacts>& fields);

}  // namespace paje
