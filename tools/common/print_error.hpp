// Messages on standard error. Where it is closed or full nobody can read them, and that is no
// trouble of its own. Nothing that a message quotes acts on a terminal.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

namespace paje::tools {

/// Writes it as it is where that is visible, or else visible_lines() of it.
void say_visibly(std::string_view text);

/// What glibc's argp and getopt write on standard error quotes options as they are, and they end
/// the process by themselves. From now on it is held, and said at the end of the process or by the
/// call below: visible() message, hint at --help.
void hold_foreign_messages();
void say_foreign_messages();

template <class... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::memory_buffer text;  // on the stack if it is short: there may be no memory left
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  say_visibly({text.data(), text.size()});
}

}  // namespace paje::tools
