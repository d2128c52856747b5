// Archives of large text traces, kept for the next time they are opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "paje/read.hpp"
#include "paje/trace.hpp"

namespace paje::gui {

/// A folder of archives. Each is named by what its trace was when it was read: device, inode, size,
/// time of its last change, and how it was read. So one of a trace that has changed is not found.
class ArchiveCache {
 public:
  /// From this size on a text trace is worth it.
  static constexpr uint64_t kLargeBytes = 500'000'000;
  static constexpr uint64_t kMostBytes = 10'000'000'000;

  explicit ArchiveCache(std::filesystem::path folder, uint64_t large_bytes = kLargeBytes,
                        uint64_t most_bytes = kMostBytes)
      : folder_(std::move(folder)), large_bytes_(large_bytes), most_bytes_(most_bytes) {}
  /// `paje` in $XDG_CACHE_HOME, or else in ~/.cache.
  [[nodiscard]] static std::filesystem::path users_folder();

  /// Where the archive of a trace belongs. Nothing if it is not worth it, is one already, or if
  /// options leave out or correct something, which is to be said each time.
  [[nodiscard]] std::optional<std::filesystem::path> place_of(const std::string& trace,
                                                              const ReadOptions& read) const;
  /// The archive of a trace, if there is one. It then counts as used.
  [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& trace,
                                                          const ReadOptions& read) const;
  /// Writes an archive at its place, whole or not at all; then those that were used longest ago go
  /// until all together have no more bytes than they may. Throws std::system_error, and what
  /// `check` throws, which is called now and then.
  void keep(const Trace& trace, const std::filesystem::path& place, unsigned threads,
            const std::function<void()>& check) const;

 private:
  void make_room(const std::filesystem::path& newest) const;

  std::filesystem::path folder_;
  uint64_t large_bytes_, most_bytes_;
};

}  // namespace paje::gui
