#include "common/file_text.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

// Spreadsheets begin UTF-8 with a mark of the order of bytes.
std::string without_mark(std::string text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.erase(0, kMark.size());
  return text;
}

}  // namespace

std::string file_text(const std::string& path) {
  add_input_file(path);
  if (path == "-") return without_mark({std::istreambuf_iterator<char>(std::cin), {}});
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), one_line(path));
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw std::system_error(EISDIR, std::generic_category(), one_line(path));
  }
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) throw std::system_error(EIO, std::generic_category(), one_line(path));
  return without_mark(std::move(text));
}

}  // namespace paje::tools
