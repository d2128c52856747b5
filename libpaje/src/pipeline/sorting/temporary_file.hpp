// An unnamed file for what does not fit into memory: it disappears when the process ends, however
// that ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace paje {

class TemporaryFile {
 public:
  /// In the directory that $TMPDIR names, or else in /tmp. Throws std::system_error that names it.
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Appends bytes and returns where they are. For several threads at once. Throws
  /// std::system_error that names the directory.
  uint64_t append(const void* bytes, std::size_t size);
  /// The same of what was appended.
  void read(uint64_t at, void* bytes, std::size_t size) const;

 private:
  [[noreturn]] void fail(int error) const;

  std::string directory_;
  int file_ = -1;
  std::atomic<uint64_t> end_ = 0;
};

}  // namespace paje
