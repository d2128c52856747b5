#include "mpi/shared_file.hpp"

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

SharedFile::SharedFile(const std::string& path, MpiExchange& exchange) : exchange_(exchange) {
  if (exchange_.rank() == 0) {
    OutputPlace place = output_place(path);
    struct stat found {};
    if (place.file || (::stat(place.path.c_str(), &found) == 0 && !S_ISREG(found.st_mode))) {
      throw WrongUsage(path + ": processes write a file together only if it is a regular one");
    }
    path_ = std::move(place.path);
    refuse_input_file(path_, path_);
    const std::filesystem::path name(path_);
    unfinished_ = (name.parent_path() / ("." + name.filename().string() + ".XXXXXX")).string();
    file_ = ::mkostemp(unfinished_.data(), O_CLOEXEC);
    if (file_ < 0) fail();
    temporary_.emplace(unfinished_);
    // mkostemp lets only the owner read.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(file_, 0666 & ~mask);
  }
  const std::string theirs = exchange_.all_gather(unfinished_).front();
  if (exchange_.rank() == 0) return;
  path_ = path;
  unfinished_ = theirs;
  file_ = ::open(unfinished_.c_str(), O_WRONLY | O_CLOEXEC);
  if (file_ < 0) {
    throw std::system_error(errno, std::generic_category(),
                            unfinished_ +
                                ", which the first process made: all must see the same "
                                "folder");
  }
}

SharedFile::~SharedFile() {
  if (file_ >= 0) ::close(file_);
}

void SharedFile::fail() const { throw std::system_error(errno, std::generic_category(), path_); }

void SharedFile::write(uint64_t byte, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(byte));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    byte += static_cast<uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

// Some file systems report a full disk only when a file is closed.
void SharedFile::commit() {
  if (::close(std::exchange(file_, -1)) != 0) fail();
  exchange_.meet();
  if (temporary_) {
    refuse_input_file(path_, path_);
    temporary_->rename_to(path_);
  }
  exchange_.meet();
}

}  // namespace paje::tools
