#include "view/window/archive_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <vector>

#include "common/tool.hpp"
#include "paje/archive.hpp"

namespace paje::gui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".pja";

bool begins_as_archive(const std::string& trace) {
  std::array<char, 8> begin{};
  std::ifstream file(trace, std::ios::binary);
  file.read(begin.data(), begin.size());
  return is_archive({begin.data(), static_cast<std::size_t>(file.gcount())});
}

// What of the options changes the objects of a whole trace.
std::string letters_of(const ReadOptions& read) {
  std::string letters;
  if (read.old_field_names) letters += 'n';
  if (!read.imbrication) letters += 'i';
  if (read.sort) letters += 's';
  if (read.keep_user_fields) letters += 'u';
  return letters;
}

}  // namespace

fs::path ArchiveCache::users_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "paje";
  const char* const home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "/tmp") / ".cache" / "paje";
}

std::optional<fs::path> ArchiveCache::place_of(const std::string& trace,
                                               const ReadOptions& read) const {
  struct stat status {};
  if (!read.selection.is_everything() || read.stop_at || read.fix_clocks || !read.read_parts ||
      read.ignore_incomplete_links || read.on_problem || ::stat(trace.c_str(), &status) != 0 ||
      !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size < large_bytes_ || begins_as_archive(trace)) return std::nullopt;
  return folder_ / fmt::format("{:x}-{:x}-{}-{}.{:09}-{}{}", status.st_dev, status.st_ino, size,
                               status.st_mtim.tv_sec, status.st_mtim.tv_nsec, letters_of(read),
                               kEnding);
}

std::optional<fs::path> ArchiveCache::find(const std::string& trace,
                                           const ReadOptions& read) const {
  auto place = place_of(trace, read);
  std::error_code none;
  if (!place || !fs::is_regular_file(*place, none)) return std::nullopt;
  fs::last_write_time(*place, fs::file_time_type::clock::now(), none);
  return place;
}

void ArchiveCache::keep(const Trace& trace, const fs::path& place, unsigned threads,
                        const std::function<void()>& check) const {
  fs::create_directories(folder_);
  // The archive of a private trace is private, too.
  std::error_code none;
  fs::permissions(folder_, fs::perms::owner_all, none);
  tools::OutputFile file(place.string());
  ArchiveOptions options;
  options.threads = threads;
  write_archive(trace, options, [&](std::string_view bytes) {
    check();
    file.write(bytes);
  });
  file.commit();
  make_room(place);
}

void ArchiveCache::make_room(const fs::path& newest) const {
  struct Kept {
    fs::path path;
    fs::file_time_type used;
    uint64_t bytes;
  };
  std::vector<Kept> all;
  uint64_t bytes = 0;
  // Another viewer may take some away at the same time.
  std::error_code gone;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, gone)) {
    if (entry.path().extension() != kEnding) continue;
    const Kept kept{entry.path(), entry.last_write_time(gone), entry.file_size(gone)};
    if (gone) continue;
    bytes += kept.bytes;
    if (kept.path != newest) all.push_back(kept);
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& kept : all) {
    if (bytes <= most_bytes_) break;
    if (fs::remove(kept.path, gone)) bytes -= kept.bytes;
  }
}

}  // namespace paje::gui
