// Patterns for names: `*` and `?` as in a shell; without them, any part of the name. Case aside.
#pragma once

#include <string_view>

namespace paje::gui {

bool matches(std::string_view pattern, std::string_view name);

}  // namespace paje::gui
