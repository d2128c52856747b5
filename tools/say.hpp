// Messages on standard error. Where it is closed or full nobody is there to be told, and that is no
// trouble of its own.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <utility>

namespace paje::tools {

template <class... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::memory_buffer text;  // on the stack if it is short: there may be no memory left
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace paje::tools
