// A file that is written before it gets its name.
#pragma once

#include <optional>
#include <string>

#include "common/interrupts.hpp"

namespace paje::tools {

/// A new empty file with the usual mode, open for reading and writing, that is to be at a path.
/// Where the file system can, it has no name before: whatever ends the process, nothing of it is
/// left. Elsewhere it is next to the path, and is removed unless the process is killed.
class NewFile {
 public:
  /// Throws std::system_error that names `path`, WrongUsage if an input is there.
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  [[nodiscard]] int file() const { return file_; }
  /// Gives it its name, in the place of what was there. Throws std::system_error that names the
  /// path, WrongUsage if an input is there.
  void commit();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  int file_ = -1;
  std::optional<TemporaryPath> beside_;
};

}  // namespace paje::tools
