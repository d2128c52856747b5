// A file that the processes of a program write together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/interrupts.hpp"
#include "mpi/mpi_exchange.hpp"

namespace paje::tools {

/// It has another name, which begins with a dot, until all have written all of it. What is left of
/// it if the program is killed looks like no archive.
class SharedFile {
 public:
  /// On all processes. Throws std::system_error, WrongUsage if an input is there.
  SharedFile(const std::string& path, MpiExchange& exchange);
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  void write(uint64_t byte, std::string_view bytes);
  /// Gives it its name when all have written what is theirs.
  void commit();

 private:
  std::string path_;
  MpiExchange& exchange_;
  int file_ = -1;
  std::optional<TemporaryPath> temporary_;  // of the process that made it
};

}  // namespace paje::tools
