// Where the bytes of a trace come from.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "paje/export.hpp"

namespace paje {

/// Reads up to `size` bytes and returns their number; 0 only at the end.
using ByteReader = std::function<std::size_t(char* bytes, std::size_t size)>;

/// Names the source of a trace: a file, standard input, or memory. Cheap to copy; nothing is opened
/// before it is read.
class PAJE_EXPORT Input {
 public:
  /// The file at `path`; `-` is standard input. Regular files are mapped, others streamed.
  static Input from_path(std::filesystem::path path);
  /// All bytes from file descriptor 0.
  static Input from_standard_input();
  /// `bytes` must stay valid while the input is read and, for streamed events, visited.
  static Input from_memory(std::string_view bytes, std::string name = "<memory>");

  /// Bytes that are produced or fetched while they are read. Each reading calls `open()` once, and
  /// reads from what it returns.
  static Input from_reader(std::function<ByteReader()> open, std::string name);

  /// The same input, with its bytes read from what `open()` returns: the first ones were read
  /// already.
  [[nodiscard]] Input delivered_by(std::function<ByteReader()> open) const;
  /// The same bytes, read as a binary trace in any case: text is an error.
  [[nodiscard]] Input as_binary() const;

  enum class Kind { path, standard_input, memory };
  [[nodiscard]] Kind kind() const { return kind_; }
  /// The name of this input in messages: the path as given, `<stdin>`, or the name.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// The source of the bytes, if they come neither from the file nor from bytes().
  [[nodiscard]] const std::function<ByteReader()>& reader() const { return reader_; }
  [[nodiscard]] bool must_be_binary() const { return must_be_binary_; }

 private:
  Kind kind_ = Kind::memory;
  std::string name_;
  std::string_view bytes_;
  std::function<ByteReader()> reader_;
  bool must_be_binary_ = false;
};

}  // namespace paje
