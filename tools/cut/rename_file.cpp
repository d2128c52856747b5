#include "cut/rename_file.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "common/file_text.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

// The words of a line, as in a trace: with blanks between them or quotes around them, up to a
// comment. Throws if a quote is not closed, or not followed by a blank.
std::vector<std::string> words_of(std::string_view line, const std::string& origin) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<std::string> words;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty() || line.front() == '#') return words;
    const bool is_quoted = line.front() == '"';
    if (is_quoted) line.remove_prefix(1);
    const std::size_t end = line.find_first_of(is_quoted ? "\"" : " \t\r\v\f#");
    if (is_quoted && end == std::string_view::npos) {
      throw std::runtime_error(origin + ": a quote is not closed");
    }
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end, line.size()));
    if (!is_quoted) continue;
    line.remove_prefix(1);
    if (!line.empty() && kBlanks.find(line.front()) == std::string_view::npos &&
        line.front() != '#') {
      throw std::runtime_error(origin + ": a closing quote is not followed by a blank");
    }
  }
}

}  // namespace

std::vector<Cut::Rename> read_renames(const std::string& path) {
  const std::string text = file_text(path);
  std::vector<Cut::Rename> renames;
  std::size_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string origin = fmt::format("{}:{}", one_line(path), number);
    const auto words = words_of(std::string_view(text).substr(at, end - at), origin);
    at = end + 1;
    if (words.empty()) continue;
    if (words.size() != 2) {
      throw std::runtime_error(
          fmt::format("{}: found {}, expected an old name and a new one (with quotes around one "
                      "that has blanks)",
                      origin, counted(words.size(), "word", "words")));
    }
    renames.push_back({words[0], words[1], origin});
  }
  if (renames.empty()) throw std::runtime_error(one_line(path) + ": no names are in it");
  return renames;
}

}  // namespace paje::tools
