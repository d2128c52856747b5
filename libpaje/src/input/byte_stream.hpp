// Bytes that come one after the other: from a file descriptor, from memory, or out of a compressed
// stream of either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "paje/diagnostic.hpp"
#include "paje/input.hpp"

namespace paje {

class ByteStream {
 public:
  ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  virtual ~ByteStream() = default;

  /// Fills up to `size` bytes, as many as there are; returns how many, 0 only at the end.
  /// Throws std::system_error, or TraceError if compressed data is damaged.
  virtual std::size_t read(char* bytes, std::size_t size) = 0;
  /// How many bytes of the file (of its compressed form, if it is one) were taken.
  [[nodiscard]] virtual uint64_t consumed() const = 0;
  /// At the end: what is odd, though it changes nothing that was read.
  [[nodiscard]] virtual std::optional<Diagnostic> warning() const { return std::nullopt; }
};

/// A file as it was when it was opened: another program may cut it while it is read.
struct FileMark {
  std::string name;
  uint64_t device;
  uint64_t number;  ///< of the file on its device
  uint64_t size;

  /// Throws as throw_cut() if the file of that name is still the same and has become smaller.
  void check() const;
};

/// Throws std::system_error: bytes that were there are not there any more.
[[noreturn]] void throw_cut(const std::string& name);

/// Closes `descriptor` at its end, unless it is standard input. Errors name `name`; that a file
/// ends before the size it had is one. A pipe that nothing comes from is waited for until `stop`,
/// which makes read() throw ReadStopped.
std::unique_ptr<ByteStream> file_stream(std::string name, int descriptor,
                                        std::stop_token stop = {});
std::unique_ptr<ByteStream> memory_stream(std::string_view bytes);
std::unique_ptr<ByteStream> reader_stream(ByteReader reader);
/// The bytes of an input as they are, whatever kind it is.
std::unique_ptr<ByteStream> raw_stream(const Input& input, std::stop_token stop = {});

/// What `stream` is when it is decompressed; `stream` itself if it is not compressed.
std::unique_ptr<ByteStream> decompressed(std::string name, std::unique_ptr<ByteStream> stream);

/// Throws std::system_error with errno that names `name`.
[[noreturn]] void throw_errno(const std::string& name);

}  // namespace paje
