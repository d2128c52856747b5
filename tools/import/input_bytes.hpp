// All bytes of an input at once, decompressed if they are packed: formats that have names at their
// end, or nothing in order of time, have to be looked at as a whole. An uncompressed file is
// mapped.
#pragma once

#include <string>
#include <string_view>

#include "common/rereadable_input.hpp"

namespace paje::tools {

class InputBytes {
 public:
  /// `-` is standard input. Throws std::system_error if it cannot be read, BadTrace if what is
  /// packed (gzip, xz, bzip2, Zstandard) is damaged.
  explicit InputBytes(const std::string& path);
  InputBytes(const InputBytes&) = delete;
  InputBytes& operator=(const InputBytes&) = delete;
  ~InputBytes();

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// What messages call it.
  [[nodiscard]] const std::string& name() const { return source_.input().name(); }

 private:
  void map(const std::string& path);

  TraceSource source_;
  std::string unpacked_;
  std::string_view mapping_;
  std::string_view bytes_;
};

}  // namespace paje::tools
