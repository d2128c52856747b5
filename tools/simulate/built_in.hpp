// Files that are built in: hardware, templates of applications, samples.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace paje::tools {

struct BuiltInFile {
  std::string_view name;
  std::string_view text;
};
std::span<const BuiltInFile> built_in_files();

/// The text of one. Throws WrongUsage that lists them all.
std::string_view built_in(std::string_view name);

/// A file, or what is built in if it is called `template:NAME`. Throws std::system_error,
/// WrongUsage.
std::string file_or_built_in(const std::string& path);

}  // namespace paje::tools
