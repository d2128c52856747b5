#include "network/new_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace paje::network {

NewFile::NewFile(std::string path)
    : path_(std::move(path)),
      temporary_(path_ + ".part"),
      file_(std::fopen(temporary_.c_str(), "wb")) {
  if (file_ == nullptr) fail();
}

NewFile::~NewFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(temporary_.c_str());
}

void NewFile::fail() const { throw std::system_error(errno, std::generic_category(), path_); }

void NewFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void NewFile::commit() {
  if (std::fflush(file_) != 0) fail();
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
  std::fclose(std::exchange(file_, nullptr));
}

}  // namespace paje::network
