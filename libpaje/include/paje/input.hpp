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

/// Fills up to `size` bytes, as many as there are, and returns how many; 0 only at the end.
using ByteReader = std::function<std::size_t(char* bytes, std::size_t size)>;

/// Names the bytes of a trace: a file, standard input, or memory. Cheap to copy; opens nothing
/// until it is read.
class PAJE_EXPORT Input {
 public:
  /// The file at `path`; `-` is standard input. Regular files are mapped, others streamed.
  static Input from_path(std::filesystem::path path);
  /// Whatever comes on file descriptor 0, to its end.
  static Input from_standard_input();
  /// `bytes` must stay in place while the input is read and, for streamed events, visited.
  static Input from_memory(std::string_view bytes, std::string name = "<memory>");

  /// Bytes that are made, or fetched, while they are read: what `open()` returns delivers them,
  /// once for each reading.
  static Input from_reader(std::function<ByteReader()> open, std::string name);

  /// The same input, whose bytes are delivered by what `open()` returns: its beginning was read.
  [[nodiscard]] Input delivered_by(std::function<ByteReader()> open) const;
  /// The same bytes, read as a binary trace however they begin: text is an error.
  [[nodiscard]] Input as_binary() const;

  enum class Kind { path, standard_input, memory };
  [[nodiscard]] Kind kind() const { return kind_; }
  /// What messages call this input: the path as given, `<stdin>`, or the name.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// What delivers the bytes, if they come neither from the file nor from bytes().
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
