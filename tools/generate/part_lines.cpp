#include "generate/part_lines.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace paje::tools {

namespace {

[[noreturn]] void fail(const std::string& name) {
  throw std::system_error(errno, std::generic_category(), name);
}

// Next to where it is to be, readable as other folders are.
std::string make_folder(const std::string& folder) {
  std::error_code trouble;
  if (std::filesystem::exists(folder) && !std::filesystem::is_empty(folder, trouble)) {
    throw std::system_error(ENOTEMPTY, std::generic_category(), folder);
  }
  std::string name = folder + ".XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) fail(folder);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::chmod(name.c_str(), 0777 & ~mask);
  return name;
}

void append(const std::string& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) fail(path);
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int failed = errno;
      ::close(file);
      throw std::system_error(failed, std::generic_category(), path);
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::close(file) != 0) fail(path);
}

}  // namespace

PartLines::PartLines(std::string folder, uint64_t parts)
    : folder_(std::move(folder)),
      being_written_(make_folder(folder_)),
      lines_(parts),
      has_begun_(parts) {}

// One file after the other: only one is open.
void PartLines::flush() {
  for (uint64_t part = 0; part < lines_.size(); ++part) {
    if (lines_[part].empty() && has_begun_[part]) continue;
    append(being_written_.path() + "/" + name_of(part), lines_[part]);
    has_begun_[part] = true;
    lines_[part].clear();
  }
  kept_ = 0;
}

void PartLines::commit() {
  flush();
  if (std::filesystem::exists(folder_)) std::filesystem::remove(folder_);  // which is empty
  being_written_.rename_to(folder_);
}

}  // namespace paje::tools
