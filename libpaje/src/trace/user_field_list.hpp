// The user-defined fields of the objects of a kind, and what the words of each are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "paje/event.hpp"
#include "paje/trace.hpp"
#include "paje/user_columns.hpp"

namespace paje {

/// In the order of the kind's own definitions; fields of one name are one field.
struct UserFieldList {
  /// A field of a definition.
  struct Use {
    uint32_t field;  ///< in names
    bool is_hex;
  };
  std::vector<std::string_view> names;
  std::vector<Use> uses;
  std::vector<std::size_t> first_use;  ///< of each definition

  UserFieldList(std::span<const EventDefinition> definitions, TypeKind kind);
  /// Of the i-th of the fields that a definition calls kept_fields(); nothing if it has no objects
  /// of the kind, or no such field.
  [[nodiscard]] const Use* use(uint32_t definition, uint32_t i) const {
    const std::size_t at = first_use[definition] + i;
    const std::size_t end =
        definition + 1 < first_use.size() ? first_use[definition + 1] : uses.size();
    return at < end ? &uses[at] : nullptr;
  }
};

/// What is known of words: of a field, those of its rows.
struct UserWordFacts {
  uint64_t words = 0;
  uint64_t empty_words = 0;
  // Of those that are not empty:
  bool has_only_integers = true;
  bool has_only_numbers = true;  ///< such that doubles hold whole ones to the last digit

  void add(std::string_view word, bool is_hex);
  void add(const UserWordFacts& more);
  [[nodiscard]] UserType type() const;
  /// How many rows have a value.
  [[nodiscard]] uint64_t values() const { return values_as(type()); }
  /// The same if words elsewhere make the field one of another type.
  [[nodiscard]] uint64_t values_as(UserType of) const {
    return words - (of == UserType::text ? 0 : empty_words);
  }
};

std::string_view without_quotes(std::string_view word);
std::optional<int64_t> whole_number(std::string_view word, bool is_hex);
std::optional<double> any_number(std::string_view word, bool is_hex);

}  // namespace paje
