// A folder of its own for the files of inputs.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "fuzz.hpp"

namespace paje::fuzz {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "paje_fuzz_XXXXXX").string();
    check(::mkdtemp(name.data()) != nullptr, "there is a folder");
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path path;
};

}  // namespace paje::fuzz
