#include "simulate/built_in.hpp"

#include <algorithm>

#include "common/tool.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kPrefix = "template:";

}  // namespace

std::string_view built_in(std::string_view name) {
  const auto files = built_in_files();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const BuiltInFile& one) { return one.name == name; });
  if (found != files.end()) return found->text;
  std::string known;
  for (const BuiltInFile& one : files) {
    known += (known.empty() ? "" : ", ") + std::string(one.name);
  }
  throw WrongUsage("nothing built in is called " + one_line(name) + "; there are " + known);
}

std::string file_or_built_in(const std::string& path) {
  if (path.starts_with(kPrefix)) return std::string(built_in(path.substr(kPrefix.size())));
  return file_text(path);
}

}  // namespace paje::tools
