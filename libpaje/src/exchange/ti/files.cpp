#include "exchange/ti/files.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "exchange/ti/actions.hpp"

namespace paje::exchange {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBytesToLookAt = 4096;
constexpr std::size_t kLongestName = 4096;

std::string begin_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string begin(kBytesToLookAt, '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(file.gcount()));
  return begin;
}

// Where a name of an index leads to; empty if nowhere.
fs::path find_file(const fs::path& index, const std::string& name) {
  std::error_code ignored;
  const fs::path beside = index.parent_path() / name;
  if (fs::is_regular_file(beside, ignored)) return beside;
  return fs::is_regular_file(name, ignored) ? fs::path(name) : fs::path();
}

}  // namespace

std::vector<std::string> ti_files(const std::string& path) {
  std::vector<std::string> files;
  std::error_code ignored;
  fs::path index = path;
  if (fs::is_directory(index, ignored)) index /= "index.txt";
  if (!fs::is_regular_file(index, ignored)) return files;
  std::ifstream lines(index);
  std::string line;
  while (std::getline(lines, line)) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const fs::path file = line.size() > kLongestName ? fs::path() : find_file(index, line);
    // All else has no such name in its first line, or nothing like actions in that file.
    if (file.empty() || (files.empty() && !begins_like_actions(begin_of(file)))) return {};
    files.push_back(file.string());
  }
  return files;
}

}  // namespace paje::exchange
