// What the fuzz targets share. Each defines LLVMFuzzerTestOneInput, which libFuzzer calls when
// Clang builds it, and driver.cpp otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

namespace paje::fuzz {

/// Ends the process: a property does not hold.
[[noreturn]] inline void fail(std::string_view what) {
  std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

inline void check(bool holds, std::string_view what) {
  if (!holds) fail(what);
}

inline void check_same(const std::vector<std::string>& a, const std::vector<std::string>& b,
                       std::string_view what) {
  for (std::size_t i = 0; i < a.size() || i < b.size(); ++i) {
    const auto line = [i](const std::vector<std::string>& lines) {
      return i < lines.size() ? std::string_view(lines[i]) : std::string_view("nothing");
    };
    const std::string_view in_a = line(a), in_b = line(b);
    if (in_a == in_b) continue;
    std::fprintf(stderr, "line %zu\n  %.*s\n  %.*s\n", i + 1, static_cast<int>(in_a.size()),
                 in_a.data(), static_cast<int>(in_b.size()), in_b.data());
    fail(what);
  }
}

inline std::string_view text_of(const uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// The first byte of an input chooses how the rest is read.
struct Choices {
  explicit Choices(std::string_view& input) {
    if (input.empty()) return;
    bits = static_cast<uint8_t>(input.front());
    input.remove_prefix(1);
  }
  [[nodiscard]] bool at(unsigned bit) const { return ((bits >> bit) & 1U) != 0; }

  unsigned bits = 0;
};

}  // namespace paje::fuzz
