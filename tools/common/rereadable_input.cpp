#include "common/rereadable_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "common/input_files.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20U;

[[noreturn]] void fail(const std::string& name) {
  throw std::system_error(errno, std::generic_category(), name);
}

bool can_be_read_once(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
}

std::string read_to_end(int file, const std::string& name) {
  std::string bytes;
  std::size_t size = 0;
  while (true) {
    if (bytes.size() - size < kBlock) bytes.resize(bytes.size() + bytes.size() / 2 + kBlock);
    const ssize_t count = ::read(file, bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  bytes.resize(size);
  return bytes;
}

std::string read_path(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path);
  try {
    std::string bytes = read_to_end(file, path);
    ::close(file);
    return bytes;
  } catch (...) {
    ::close(file);
    throw;
  }
}

}  // namespace

TraceSource::TraceSource(const std::string& path) {
  add_input_file(path);
  const Input named = Input::from_path(path);
  if (named.kind() == Input::Kind::standard_input) {
    bytes_ = read_to_end(STDIN_FILENO, named.name());
  } else if (can_be_read_once(path)) {
    bytes_ = read_path(path);
  } else {
    input_ = named;
    return;
  }
  input_ = Input::from_memory(bytes_, named.name());
}

}  // namespace paje::tools
