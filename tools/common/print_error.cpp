#include "common/print_error.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// What is written on standard error meanwhile is kept.
struct Held {
  std::FILE* real = nullptr;
  std::FILE* stream = nullptr;  // null: nothing is held
  char* text = nullptr;
  std::size_t size = 0;
};
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): as stderr is one
Held held;

std::FILE* standard_error() { return held.stream == nullptr ? stderr : held.real; }

bool is_ordinary(char c) { return c == '\n' || (c >= ' ' && c <= '~'); }

}  // namespace

void say_visibly(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_ordinary)) {
    (void)std::fwrite(text.data(), 1, text.size(), standard_error());
    return;
  }
  try {
    const std::string shown = visible_lines(text);
    (void)std::fwrite(shown.data(), 1, shown.size(), standard_error());
  } catch (const std::bad_alloc&) {
    for (const char c : text) (void)std::fputc(is_ordinary(c) ? c : '?', standard_error());
  }
}

void hold_foreign_messages() {
  static const int registered = std::atexit(say_foreign_messages);
  if (registered != 0) return;
  held.real = stderr;
  held.stream = ::open_memstream(&held.text, &held.size);
  if (held.stream != nullptr) stderr = held.stream;
}

// One message, and after it a line that names --help.
void say_foreign_messages() {
  if (held.stream == nullptr) return;
  (void)std::fclose(std::exchange(held.stream, nullptr));
  stderr = held.real;
  std::string_view message(held.text, held.size);
  if (message.ends_with('\n')) message.remove_suffix(1);
  const std::size_t help = message.rfind("\nTry ");
  const std::string_view hint =
      help == std::string_view::npos ? std::string_view() : message.substr(help + 1);
  message = message.substr(0, help);
  if (!message.empty()) say("{}\n", visible(message));
  if (!hint.empty()) say("{}\n", visible(hint));
  std::free(std::exchange(held.text, nullptr));
}

}  // namespace paje::tools
