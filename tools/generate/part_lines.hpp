// The parts of a generated set of files: lines of many files at once, more than may be open.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "common/interrupts.hpp"

namespace paje::tools {

class PartLines {
 public:
  /// In a folder that gets its name with commit(). Throws std::system_error, also if it is there
  /// and not empty.
  PartLines(std::string folder, uint64_t parts);

  [[nodiscard]] std::string root() const { return being_written_.path() + "/root.paje"; }
  /// The name of a part, for the root file.
  [[nodiscard]] static std::string name_of(uint64_t part) {
    return fmt::format("part-{:06}.paje", part);
  }
  [[nodiscard]] uint64_t parts() const { return lines_.size(); }
  [[nodiscard]] uint64_t written() const { return written_; }

  template <class... Arguments>
  void line(uint64_t part, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    std::string& to = lines_[part];
    const std::size_t before = to.size();
    fmt::format_to(std::back_inserter(to), format, std::forward<Arguments>(arguments)...);
    to.push_back('\n');
    kept_ += to.size() - before;
    written_ += to.size() - before;
    if (kept_ >= kMostKept) flush();
  }
  /// Writes what is left.
  void commit();

 private:
  static constexpr uint64_t kMostKept = uint64_t{256} << 20U;
  void flush();

  std::string folder_;
  TemporaryPath being_written_;
  std::vector<std::string> lines_;  // of each part, that are not in its file yet
  std::vector<bool> has_begun_;     // whether the file is there
  uint64_t kept_ = 0, written_ = 0;
};

}  // namespace paje::tools
