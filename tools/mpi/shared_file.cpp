#include "mpi/shared_file.hpp"

#include <unistd.h>

#include <utility>

#include "common/input_files.hpp"
#include "mpi/unfinished_file.hpp"

namespace paje::tools {

SharedFile::SharedFile(const std::string& path, MpiExchange& exchange) : exchange_(exchange) {
  std::string unfinished;
  if (exchange_.rank() == 0) {
    path_ = place_of_shared_file(path);
    unfinished = make_unfinished_file(path_, file_);
    temporary_.emplace(unfinished);
  }
  const std::string theirs = exchange_.all_gather(unfinished).front();
  if (exchange_.rank() == 0) return;
  path_ = path;
  file_ = open_unfinished_file(theirs);
}

SharedFile::~SharedFile() {
  if (file_ >= 0) ::close(file_);
}

void SharedFile::write(uint64_t byte, std::string_view bytes) {
  write_at(file_, byte, bytes, path_);
}

void SharedFile::commit() {
  close_written(std::exchange(file_, -1), path_);
  exchange_.meet();
  if (temporary_) {
    refuse_input_file(path_, path_);
    temporary_->rename_to(path_);
  }
  exchange_.meet();
}

}  // namespace paje::tools
