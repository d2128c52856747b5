// All bytes of an input at once, decompressed if they are packed: formats that have names at their
// end, or nothing in order of time, have to be looked at as a whole. An uncompressed file is
// mapped.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/byte_stream.hpp"
#include "paje/input.hpp"

namespace paje::exchange {

class InputBytes {
 public:
  /// Throws std::system_error if it cannot be read, TraceError if what is packed (gzip, xz, bzip2,
  /// Zstandard) is damaged.
  InputBytes(const Input& input, bool maps_files);
  InputBytes(const InputBytes&) = delete;
  InputBytes& operator=(const InputBytes&) = delete;

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// What messages call it.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Throws std::system_error if the file was cut since: its bytes may be wrong.
  void check() const {
    if (mark_) mark_->check();
  }

 private:
  void map();

  std::string name_;
  std::shared_ptr<const void> mapping_;
  std::optional<FileMark> mark_;
  std::string unpacked_;
  std::string_view bytes_;
};

}  // namespace paje::exchange
