#include "exchange/table/files.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace paje::exchange {

std::vector<std::string> table_files(const std::string& path) {
  std::vector<std::string> files;
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_directory(path, ignored)) return files;
  for (const std::string_view nature : {"container", "state", "variable", "event", "link"}) {
    for (const std::string_view suffix : {"", ".gz", ".zst", ".xz", ".bz2"}) {
      std::filesystem::path file = path;
      file /= std::string(nature) + ".csv" + std::string(suffix);
      if (!std::filesystem::is_regular_file(file, ignored)) continue;
      files.push_back(file.string());
      break;
    }
  }
  return files;
}

}  // namespace paje::exchange
