// Many files that grow together: what is written to each is collected and appended now and then, so
// that neither the files open at once nor the memory grow with their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

class PartFiles {
 public:
  /// Creates the files, all empty. Throws std::system_error, as all that follows.
  explicit PartFiles(std::vector<std::string> paths);

  void append(uint32_t file, std::string_view text);
  /// Writes out what is left.
  void finish();

 private:
  static constexpr std::size_t kMemory = std::size_t{64} << 20U;  // of all files together
  static constexpr std::size_t kMostOfFile = std::size_t{1} << 20U;

  void write_out(uint32_t file);

  struct File {
    std::string path;
    std::string pending;
  };
  std::vector<File> files_;
  std::size_t full_;  // bytes of a file that are written out at once
};

}  // namespace paje::tools
