#include "exchange/detect_format.hpp"

#include <algorithm>
#include <filesystem>

#include "exchange/bad_input.hpp"
#include "exchange/table/files.hpp"
#include "exchange/table/rows.hpp"
#include "exchange/ti/actions.hpp"
#include "exchange/ti/files.hpp"

namespace paje::exchange {

namespace {

// Its first word is a nature, or the headers say what it is.
bool begins_like_a_table(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  std::string_view first = line.substr(0, line.find(','));
  if (first.size() == line.size()) return false;
  if (first.starts_with('"') && first.ends_with('"') && first.size() > 1) {
    first = first.substr(1, first.size() - 2);
  }
  return nature_of(first) || header_of_line(line);
}

std::string_view without_blanks(std::string_view begin) {
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  const std::size_t first = begin.find_first_not_of(" \t\r\n");
  return begin.substr(std::min(first, begin.size()));
}

// An anchor file begins with a record of two bytes, then says what it is.
bool begins_like_otf2(std::string_view begin) {
  return begin.size() > 6 && begin[0] == 3 && begin.substr(2, 4) == "OTF2";
}

}  // namespace

std::optional<OtherFormat> format_of_folder(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return std::nullopt;
  if (!table_files(path).empty()) return OtherFormat::table;
  if (!ti_files(path).empty()) return OtherFormat::ti;
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
    if (entry.path().extension() == ".otf2") return OtherFormat::otf2;
  }
  return std::nullopt;
}

std::optional<OtherFormat> format_of_bytes(std::string_view begin) {
  if (begins_like_otf2(begin)) return OtherFormat::otf2;
  begin = without_blanks(begin);
  if (begin.starts_with('[') || begin.starts_with('{')) return OtherFormat::chrome;
  if (begin.starts_with("#Paraver")) return OtherFormat::paraver;
  if (begins_like_a_table(begin)) return OtherFormat::table;
  if (begins_like_actions(begin)) return OtherFormat::ti;
  return std::nullopt;
}

namespace {

// An index of actions: lines that are names of files.
bool begins_like_an_index(std::string_view begin) {
  const std::size_t end = begin.rfind('\n');
  if (end == std::string_view::npos) return false;
  begin = begin.substr(0, end + 1);
  while (!begin.empty()) {
    std::string_view line = begin.substr(0, begin.find('\n'));
    begin.remove_prefix(line.size() + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.ends_with(".txt") || line.find_first_of(" \t,\"%#") != std::string_view::npos) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<TraceError> almost_other_format(std::string_view name, std::string_view begin) {
  begin = without_blanks(begin);
  const std::string_view line = begin.substr(0, begin.find_first_of("\r\n"));
  if (const std::string missing = missing_columns_of_line(line); !missing.empty()) {
    return bad_text_line(name, 1, "a table without all columns that it needs", line,
                         "also " + missing);
  }
  if (begins_like_an_index(begin)) {
    return bad_text_line(name, 1, "an index of actions that names a missing file", line,
                         "a file with actions, such as '0 compute 1e6', relative to the index");
  }
  return std::nullopt;
}

TraceError no_other_format(std::string_view name, std::string_view begin) {
  if (begin.starts_with("\xFF\xFE") || begin.starts_with("\xFE\xFF")) {
    return bad_byte(name, 0, "text in UTF-16", begin.substr(0, 2),
                    "UTF-8: iconv -f UTF-16 -t UTF-8");
  }
  begin = without_blanks(begin);
  const std::string_view line = begin.substr(0, begin.find('\n'));
  if (begin.starts_with("%EventDef") || begin.starts_with("\x89PJA")) {
    return bad_byte(name, 0, "nothing to import", line,
                    "another format: this is Pajé, which all tools read");
  }
  return bad_byte(
      name, 0, "unknown format", line.empty() ? "end of file" : line,
      "a Chrome trace ('[' or '{'), Paraver ('#Paraver'), a table of pj_dump "
      "or pj_export ('Container, ...', or headers), actions of SimGrid ('0 compute 1e6', or an "
      "index of files with such lines), or an archive of OTF2 (NAME.otf2); "
      "--from says which");
}

}  // namespace paje::exchange
