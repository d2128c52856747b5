// Whether a word is what its field was declared to be.
#pragma once

#include <string_view>

#include "paje/event.hpp"

namespace paje::tools {

/// Whether `text` can be in a field of `type`. An integer is an optional sign and decimal
/// digits, of any length; a hexadecimal number may begin with 0x.
bool is_of_type(std::string_view text, FieldType type);

/// What is in such a field, for a message: `an integer`.
std::string_view description(FieldType type);

}  // namespace paje::tools
