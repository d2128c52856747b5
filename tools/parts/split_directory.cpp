#include "parts/split_directory.hpp"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "parts/split_writer.hpp"

namespace paje::tools {

namespace {

namespace fs = std::filesystem;

// What is to be the directory, while it is being filled.
std::string make_directory_beside(const std::string& directory) {
  if (fs::exists(directory) && !fs::is_empty(directory)) {
    throw std::system_error(EEXIST, std::generic_category(), directory);
  }
  std::string name = directory;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  name += ".XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), directory);
  }
  fs::permissions(name, fs::perms{0755});
  return name;
}

}  // namespace

SplitDirectory::SplitDirectory(std::string path)
    : path_(std::move(path)), temporary_(make_directory_beside(path_)) {}

std::size_t SplitDirectory::write(const Input& input, ReadOptions options, const SplitRule& rule) {
  const Trace tree = check_trace(input, options);
  options.on_warning = nullptr;  // once is enough
  const SplitPlan plan(input, options, tree, rule);
  write_split(input, options, tree, plan, temporary_.path());
  return plan.parts().size();
}

void SplitDirectory::commit() { temporary_.rename_to(path_); }

}  // namespace paje::tools
