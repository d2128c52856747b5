// Traces of other tools that are not read themselves, but as what these tools make of them: one
// that is given by mistake is named, with the way to convert it.
#pragma once

#include <optional>
#include <string_view>

#include "paje/diagnostic.hpp"

namespace paje::exchange {

/// What to say of an input that begins so; nothing if its format is not among them.
[[nodiscard]] std::optional<TraceError> unread_format(std::string_view name,
                                                      std::string_view begin);

}  // namespace paje::exchange
