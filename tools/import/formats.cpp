#include "import/formats.hpp"

#include <array>
#include <filesystem>

#include "import/bad_input.hpp"

namespace paje::tools {

namespace {

constexpr std::array<std::string_view, 4> kNames = {"chrome", "otf2", "paraver", "table"};

bool begins_like_a_row(std::string_view bytes) {
  for (const std::string_view nature : {"Container", "State", "Variable", "Event", "Link"}) {
    if (bytes.starts_with(nature) && bytes.substr(nature.size()).starts_with(',')) return true;
  }
  return false;
}

}  // namespace

std::string_view spelling(ImportFormat format) { return kNames[static_cast<std::size_t>(format)]; }

std::optional<ImportFormat> import_format(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<ImportFormat>(i);
  }
  return std::nullopt;
}

std::optional<ImportFormat> format_of_path(const std::string& path) {
  std::error_code ignored;
  if (path.ends_with(".otf2") || std::filesystem::is_directory(path, ignored)) {
    return ImportFormat::otf2;
  }
  return std::nullopt;
}

ImportFormat format_of_bytes(std::string_view name, std::string_view bytes) {
  std::string_view begin = bytes;
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  const std::size_t first = begin.find_first_not_of(" \t\r\n");
  begin.remove_prefix(first == std::string_view::npos ? begin.size() : first);
  if (begin.starts_with('[') || begin.starts_with('{')) return ImportFormat::chrome;
  if (begin.starts_with("#Paraver")) return ImportFormat::paraver;
  if (begins_like_a_row(begin)) return ImportFormat::table;
  const std::string_view line = begin.substr(0, begin.find('\n'));
  if (begin.starts_with("%EventDef")) {
    throw bad_byte(name, 0, "nothing to import", line,
                   "another format: this is Pajé, which all tools read");
  }
  throw bad_byte(name, 0, "unknown format", line.empty() ? "end of file" : line,
                 "a Chrome trace ('[' or '{'), Paraver ('#Paraver'), a table of pj_dump "
                 "('Container, ...'), or an archive of OTF2 (NAME.otf2); --from says which");
}

}  // namespace paje::tools
