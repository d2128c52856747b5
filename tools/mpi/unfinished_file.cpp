#include "mpi/unfinished_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/input_files.hpp"
#include "common/output_place.hpp"

namespace paje::tools {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), path);
}

}  // namespace

std::string place_of_shared_file(const std::string& path) {
  OutputPlace place = output_place(path);
  struct stat found {};
  if (place.file || (::stat(place.path.c_str(), &found) == 0 && !S_ISREG(found.st_mode))) {
    throw WrongUsage(path + ": processes write a file together only if it is a regular one");
  }
  refuse_input_file(place.path, place.path);
  return std::move(place.path);
}

std::string make_unfinished_file(const std::string& path, int& file) {
  const std::filesystem::path name(path);
  std::string unfinished =
      (name.parent_path() / ("." + name.filename().string() + ".XXXXXX")).string();
  file = ::mkostemp(unfinished.data(), O_CLOEXEC);
  if (file < 0) fail(path);
  // mkostemp lets only the owner read.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(file, 0666 & ~mask);
  return unfinished;
}

int open_unfinished_file(const std::string& unfinished) {
  const int file = ::open(unfinished.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) {
    fail(unfinished + ", which the first process made: all must see the same folder");
  }
  return file;
}

void write_at(int file, uint64_t byte, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(byte));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path);
    byte += static_cast<uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void close_written(int file, const std::string& path) {
  if (::close(file) != 0) fail(path);
}

}  // namespace paje::tools
