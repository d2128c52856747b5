#include "parts/part_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace paje::tools {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), path);
}

class Appending {
 public:
  Appending(const std::string& path, int flags)
      : path_(path), file_(::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666)) {
    if (file_ < 0) fail(path_);
  }
  Appending(const Appending&) = delete;
  Appending& operator=(const Appending&) = delete;
  ~Appending() {
    if (file_ >= 0) ::close(file_);
  }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(file_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(path_);
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  // Some file systems report a full disk only here.
  void close() {
    if (::close(std::exchange(file_, -1)) != 0) fail(path_);
  }

 private:
  const std::string& path_;
  int file_;
};

}  // namespace

PartFiles::PartFiles(std::vector<std::string> paths)
    : full_(std::min(kMostOfFile, kMemory / std::max<std::size_t>(paths.size(), 1))) {
  for (std::string& path : paths) {
    Appending(path, O_CREAT | O_EXCL).close();
    files_.push_back({std::move(path), {}});
  }
}

void PartFiles::append(uint32_t file, std::string_view text) {
  files_[file].pending += text;
  if (files_[file].pending.size() >= full_) write_out(file);
}

void PartFiles::write_out(uint32_t file) {
  Appending out(files_[file].path, O_APPEND);
  out.write(files_[file].pending);
  out.close();
  files_[file].pending.clear();
}

void PartFiles::finish() {
  for (uint32_t file = 0; file < files_.size(); ++file) {
    if (!files_[file].pending.empty()) write_out(file);
  }
}

}  // namespace paje::tools
