// What an archive says of a type, container or value by bits.
#pragma once

#include <cstdint>

#include "paje/trace.hpp"

namespace paje {

enum NameFlag : uint32_t {
  kQuotedName = 1,
  kQuotedIdentifier = 2,
  kSameIdentifier = 4,  ///< the identifier has the name's text
  kHasColor = 8,
  kHasAlias = 16,   ///< of types
  kDestroyed = 16,  ///< of containers
  kDefined = 16     ///< of values
};
inline constexpr uint32_t kNameFlags = 32;  ///< more than any

inline uint32_t flag_if(bool holds, NameFlag flag) { return holds ? flag : 0U; }

template <class Thing>
uint32_t name_flags_of(const Thing& thing) {
  return flag_if(thing.name.quoted, kQuotedName) |
         flag_if(thing.identifier.quoted, kQuotedIdentifier) |
         flag_if(thing.identifier.text == thing.name.text, kSameIdentifier);
}
inline uint32_t flags_of(const Type& type) {
  return name_flags_of(type) | flag_if(type.color.has_value(), kHasColor) |
         flag_if(type.has_alias, kHasAlias);
}
inline uint32_t flags_of(const Container& container) {
  return name_flags_of(container) | flag_if(container.destroyed, kDestroyed);
}
inline uint32_t flags_of(const EntityValue& value) {
  return name_flags_of(value) | flag_if(value.color.has_value(), kHasColor) |
         flag_if(value.defined, kDefined);
}

}  // namespace paje
