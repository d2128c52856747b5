// What the words of user-defined fields are, so that columns of them are known before any is read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/archive/index.hpp"

namespace paje::archive {

struct FieldFacts {
  uint64_t words = 0;  ///< of all rows, the first of each row
  uint64_t empty_words = 0;
  bool has_only_integers = true, has_only_numbers = true;  ///< of the others
  friend bool operator==(const FieldFacts&, const FieldFacts&) = default;
};

/// Of each kind of rows, of its fields in their order; nothing of containers.
using AllFieldFacts = std::array<std::vector<FieldFacts>, kRowKinds>;

/// The section, not packed.
void write_field_facts(const AllFieldFacts& facts, std::string& out);
/// Throws Damage, but does not know which fields there are.
[[nodiscard]] AllFieldFacts read_field_facts(ByteReader from);

}  // namespace paje::archive
