#include "common/output_place.hpp"

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace paje::tools {

namespace {

namespace fs = std::filesystem;

// The number of an open file of this process that a name stands for.
std::optional<int> open_file(std::string_view name) {
  for (const std::string_view folder : {"/proc/self/fd/", "/dev/fd/"}) {
    if (!name.starts_with(folder)) continue;
    const std::string_view digits = name.substr(folder.size());
    int number = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (!digits.empty() && end.ec == std::errc() && end.ptr == digits.data() + digits.size()) {
      return number;
    }
  }
  return std::nullopt;
}

}  // namespace

OutputPlace output_place(const std::string& name) {
  constexpr int kMostLinks = 40;  // as the kernel follows
  fs::path path = name;
  for (int links = 0; links <= kMostLinks; ++links) {
    if (const auto file = open_file(path.native())) return {path, file};
    std::error_code trouble;
    const fs::path target = fs::read_symlink(path, trouble);
    if (trouble) return {path, std::nullopt};  // no link; opening it will report what else it is
    path = path.parent_path() / target;
  }
  throw std::system_error(ELOOP, std::generic_category(), name);
}

}  // namespace paje::tools
