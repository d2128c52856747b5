#include "common/input_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

using Identity = std::pair<dev_t, ino_t>;

constexpr const char* kStandardInput = "<stdin>";

// One for the process, as its outputs are.
struct Inputs {
  std::mutex mutex;
  std::map<Identity, std::string> names;
};

Inputs& inputs() {
  static Inputs all;
  return all;
}

// Or it was removed, and another file has its number now: a viewer lives longer than its traces.
bool is_still_there(const std::string& path, const Identity& identity) {
  struct stat status {};
  const bool is_standard = path == kStandardInput;
  if ((is_standard ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) != 0) {
    return false;
  }
  return Identity{status.st_dev, status.st_ino} == identity;
}

void refuse(const struct stat& status, const std::string& name) {
  if (!S_ISREG(status.st_mode)) return;
  const std::lock_guard lock(inputs().mutex);
  const auto found = inputs().names.find({status.st_dev, status.st_ino});
  if (found == inputs().names.end() || !is_still_there(found->second, found->first)) return;
  const std::string same = found->second == name
                               ? "is an input"
                               : "is the same file as the input " + visible(found->second);
  throw WrongUsage(visible(name) + ": " + same +
                   ", and is not written over: name another file for the output");
}

}  // namespace

void add_input_file(const std::string& path) {
  struct stat status {};
  const bool is_standard = path == "-";
  if ((is_standard ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) != 0) return;
  if (!S_ISREG(status.st_mode)) return;
  const std::lock_guard lock(inputs().mutex);
  const Identity identity{status.st_dev, status.st_ino};
  std::string& name = inputs().names[identity];
  if (name.empty() || !is_still_there(name, identity)) name = is_standard ? kStandardInput : path;
}

void add_input_trace(const std::string& path, ReadOptions& read) {
  add_input_file(path);
  read.on_file = add_input_file;
}

void refuse_input_file(const std::string& path, const std::string& name) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) refuse(status, name);
}

void refuse_input_files(std::initializer_list<std::string> paths) {
  for (const std::string& path : paths) refuse_input_file(path, path);
}

void check_outputs(const std::string& report, std::initializer_list<std::string> others) {
  const bool is_printed = report.empty() || report == "-";
  std::set<std::filesystem::path> places;
  const auto place = [](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  if (!is_printed) {
    refuse_input_file(report, report);
    places.insert(place(report));
  }
  for (const std::string& path : others) {
    if (path.empty()) continue;
    if (path == "-" && is_printed) {
      throw WrongUsage(
          "-: standard output gets the report: name another file for the other output");
    }
    refuse_input_file(path, path);
    std::error_code ignored;
    const bool is_other =
        std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    if (path == "-" || is_other || places.insert(place(path)).second) continue;
    throw WrongUsage(visible(path) + ": two outputs go to this file: name another for one of them");
  }
}

void refuse_input_file(int file, const std::string& name) {
  struct stat status {};
  if (::fstat(file, &status) == 0) refuse(status, name);
}

}  // namespace paje::tools
