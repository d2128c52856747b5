// Files of a folder that the processes of a program write together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/interrupts.hpp"
#include "mpi/mpi_exchange.hpp"

namespace paje::tools {

/// They have other names, which begin with a dot, until all have written all of them.
class SharedFolder {
 public:
  SharedFolder(std::string folder, MpiExchange& exchange);
  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;
  ~SharedFolder();

  /// On all processes: makes the files, and folders that are not there yet. Throws
  /// std::system_error, WrongUsage if an input is there.
  void make(const std::vector<std::string>& paths);
  /// Bytes of one of them; cheap for the same as before.
  void write(std::size_t file, uint64_t byte, std::string_view bytes);
  /// Gives all their names when all have written what is theirs.
  void commit();

 private:
  void make_folders(const std::string& path);
  void make_files(const std::vector<std::string>& paths);
  void close();

  std::string folder_;
  MpiExchange& exchange_;
  std::vector<std::string> places_;      // where they will be
  std::vector<std::string> unfinished_;  // where they are
  std::size_t current_ = 0;              // which is open
  int file_ = -1;
  // Of the process that made them.
  std::vector<std::string> new_folders_;
  std::vector<std::unique_ptr<TemporaryPath>> temporary_;
};

}  // namespace paje::tools
