// Small files of /proc and /sys, read again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paje::tools {

/// The first 64 kB of a file; empty if it cannot be read, and `error` is why.
std::string read_small_file(const std::string& path, int* error = nullptr);

/// The number that follows a word at the start of a line, such as `MemTotal:`.
std::optional<uint64_t> number_after(std::string_view text, std::string_view word);

/// Takes blanks, then a number, from the front; 0 if there is none.
uint64_t take_number(std::string_view& text);

}  // namespace paje::tools
