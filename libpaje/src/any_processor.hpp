// What taking lines apart asks of the processor, in portable terms. The others of these headers
// have the same names for the same, in namespaces of their own.
#pragma once

#include <cstdint>
#include <string_view>

#include "number.hpp"
#include "short_line.hpp"

namespace paje::any_processor {

/// Bitmaps of lines as far as covered().
class Scanner {
 public:
  explicit Scanner(TextCursor& cursor) : masks_(cursor.masks), covered_(cursor.scan_ahead()) {}
  [[nodiscard]] const char* covered() const { return covered_; }
  [[nodiscard]] ByteMasks from(const char* at) const { return masks_.from(at); }

 private:
  const TextMasks& masks_;
  const char* covered_;
};

/// The number that a word is, behind which seven more bytes can be read; false if it is none.
[[gnu::noinline]] inline bool decode_number(const char* word, unsigned size, double& number) {
  return paje::decode_number({word, size}, number);
}

}  // namespace paje::any_processor
