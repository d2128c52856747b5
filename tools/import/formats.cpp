#include "import/formats.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "import/bad_input.hpp"
#include "import/table/files.hpp"
#include "import/table/rows.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostHeader = 10000;  // bytes
constexpr std::array<std::string_view, 4> kNames = {"chrome", "otf2", "paraver", "table"};

// Its first word is a nature, or the headers say what it is.
bool begins_like_a_table(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, std::min(bytes.find_first_of("\r\n"), kMostHeader));
  std::string_view first = line.substr(0, line.find(','));
  if (first.size() == line.size()) return false;
  if (first.starts_with('"') && first.ends_with('"') && first.size() > 1) {
    first = first.substr(1, first.size() - 2);
  }
  return nature_of(first) || header_of_line(line);
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
  if (!table_files(path).empty()) return ImportFormat::table;
  std::error_code ignored;
  if (path.ends_with(".otf2") || std::filesystem::is_directory(path, ignored)) {
    return ImportFormat::otf2;
  }
  return std::nullopt;
}

ImportFormat format_of_bytes(std::string_view name, std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    throw bad_byte(name, 0, "text in UTF-16", bytes.substr(0, 2),
                   "UTF-8: iconv -f UTF-16 -t UTF-8");
  }
  std::string_view begin = bytes;
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  const std::size_t first = begin.find_first_not_of(" \t\r\n");
  begin.remove_prefix(first == std::string_view::npos ? begin.size() : first);
  if (begin.starts_with('[') || begin.starts_with('{')) return ImportFormat::chrome;
  if (begin.starts_with("#Paraver")) return ImportFormat::paraver;
  if (begins_like_a_table(begin)) return ImportFormat::table;
  const std::string_view line = begin.substr(0, begin.find('\n'));
  if (begin.starts_with("%EventDef")) {
    throw bad_byte(name, 0, "nothing to import", line,
                   "another format: this is Pajé, which all tools read");
  }
  throw bad_byte(name, 0, "unknown format", line.empty() ? "end of file" : line,
                 "a Chrome trace ('[' or '{'), Paraver ('#Paraver'), a table of pj_dump "
                 "or pj_export ('Container, ...', or headers), or an archive of OTF2 (NAME.otf2); "
                 "--from says which");
}

}  // namespace paje::tools
