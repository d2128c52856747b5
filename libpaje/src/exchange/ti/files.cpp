#include "exchange/ti/files.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "exchange/ti/actions.hpp"
#include "paje/visible_text.hpp"

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

// Whether it is one of the files of a trace: a rank may do nothing. Of all others no line is
// quoted, for the author of an index may name any file.
bool holds_actions(const std::string& begin) {
  return begin.find_first_not_of(" \t\r\n") == std::string::npos || begins_like_actions(begin);
}

// Where a name of an index leads to; empty if nowhere.
fs::path find_file(const fs::path& index, const std::string& name) {
  std::error_code ignored;
  fs::path beside = index.parent_path() / name;
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
    const std::string begin = file.empty() ? std::string() : begin_of(file);
    // All else has no such name in its first line, or nothing like actions in that file.
    if (files.empty() && (file.empty() || !begins_like_actions(begin))) return {};
    if (file.empty()) {
      throw std::runtime_error(index.string() + ": names " + visible(line) +
                               ", which is not there; names are relative to the folder");
    }
    if (!holds_actions(begin)) {
      throw std::runtime_error(index.string() + ": names " + visible(line) +
                               ", which holds no actions, such as '0 compute 1e6'");
    }
    files.push_back(file.string());
  }
  return files;
}

}  // namespace paje::exchange
