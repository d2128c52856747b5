#include "common/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/input_files.hpp"

namespace paje::tools {

namespace {

// -1 where the file system has no such files, or they could not be named.
int open_without_name(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int file =
      ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (file < 0 || ::access(path_of_open_file(file).c_str(), F_OK) == 0) return file;
  ::close(file);
  return -1;
}

std::string not_an_input(std::string path) {
  refuse_input_file(path, path);
  return path;
}

}  // namespace

NewFile::NewFile(std::string path)
    : path_(not_an_input(std::move(path))), file_(open_without_name(path_)) {
  if (file_ >= 0) return;
  std::string beside = path_ + ".XXXXXX";
  file_ = ::mkostemp(beside.data(), O_CLOEXEC);
  if (file_ < 0) fail();
  beside_.emplace(std::move(beside));
  // mkostemp lets only the owner read.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(file_, 0666 & ~mask);
}

NewFile::~NewFile() {
  if (file_ >= 0) ::close(file_);
}

void NewFile::fail() const { throw std::system_error(errno, std::generic_category(), path_); }

void NewFile::commit() {
  refuse_input_file(path_, path_);
  // Some file systems report a full disk only when a file is closed; a copy will do.
  const int copy = beside_ ? std::exchange(file_, -1) : ::fcntl(file_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0 || ::close(copy) != 0) fail();
  if (beside_) {
    beside_->rename_to(path_);
  } else {
    link_file(file_, path_);
  }
}

}  // namespace paje::tools
