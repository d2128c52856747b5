#include "pipeline/sorting/temporary_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace paje {

namespace {

std::string temporary_directory() {
  const char* const named = std::getenv("TMPDIR");
  return named == nullptr || *named == '\0' ? "/tmp" : named;
}

// For file systems that know no files without a name.
int make_and_unlink(const std::string& directory) {
  std::string path = directory + "/paje-sort.XXXXXX";
  const int file = ::mkostemp(path.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(path.c_str());
  return file;
}

// -1 if it cannot be.
int open_without_name(const std::string& directory) {
#if defined(O_TMPFILE)
  const int file = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file >= 0) return file;
#endif
  return make_and_unlink(directory);
}

}  // namespace

TemporaryFile::TemporaryFile()
    : directory_(temporary_directory()), file_(open_without_name(directory_)) {
  if (file_ < 0) fail(errno);
}

TemporaryFile::~TemporaryFile() { ::close(file_); }

uint64_t TemporaryFile::append(const void* bytes, std::size_t size) {
  const uint64_t at = end_.fetch_add(size);
  const char* from = static_cast<const char*>(bytes);
  for (uint64_t to = at; size > 0;) {
    const ssize_t written = ::pwrite(file_, from, size, static_cast<off_t>(to));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(written < 0 ? errno : ENOSPC);
    from += written;
    to += static_cast<uint64_t>(written);
    size -= static_cast<std::size_t>(written);
  }
  return at;
}

void TemporaryFile::read(uint64_t at, void* bytes, std::size_t size) const {
  char* to = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::pread(file_, to, size, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(count < 0 ? errno : EIO);
    to += count;
    at += static_cast<uint64_t>(count);
    size -= static_cast<std::size_t>(count);
  }
}

void TemporaryFile::fail(int error) const {
  throw std::system_error(error, std::generic_category(),
                          "temporary file in " + directory_ + " (TMPDIR names another place)");
}

}  // namespace paje
