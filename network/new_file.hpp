// A file that has its name only when it is whole.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace paje::network {

class NewFile {
 public:
  /// Throws std::system_error, as all else here.
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  /// Removes what has not got its name.
  ~NewFile();
  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::string temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace paje::network
