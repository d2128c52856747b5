#include "model/rows/glob.hpp"

#include <algorithm>
#include <array>

#include "paje/selection.hpp"

namespace paje::gui {

namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_same(char a, char b) { return lower(a) == lower(b); }

// The star that was met last may always take one letter more; earlier ones need not.
bool matches_glob(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t used = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      used = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || is_same(pattern[p], name[n]))) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++used;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return true;
  if (pattern.find_first_of("*?") != std::string_view::npos) return matches_glob(pattern, name);
  return std::search(name.begin(), name.end(), pattern.begin(), pattern.end(), is_same) !=
         name.end();
}

std::vector<bool> containers_like(const Trace& trace, const std::vector<std::string>& patterns) {
  const auto containers = trace.containers();
  std::vector<bool> found(containers.size());
  for (const std::string& pattern : patterns) {
    const bool may_be_path = pattern.find('/') != std::string::npos;
    const auto mark = [&](auto&& is_like) {
      bool is_any = false;
      for (uint32_t i = 1; i < containers.size(); ++i) {
        if (!is_like(ContainerId{i})) continue;
        found[i] = is_any = true;
      }
      return is_any;
    };
    const auto is_whole = [&](ContainerId id) {
      return paje::matches_glob(pattern, trace[id].name.text) ||
             (may_be_path && paje::matches_glob(pattern, container_path(trace, id)));
    };
    const auto is_part = [&](ContainerId id) { return matches(pattern, trace[id].name.text); };
    if (!mark(is_whole)) mark(is_part);
  }
  return found;
}

bool are_whole_names(const Trace& trace, const std::vector<std::string>& patterns) {
  const std::array traces{&trace};
  try {
    check_selection({.containers = patterns}, traces);
    return true;
  } catch (const SelectionError&) {
    return false;
  }
}

std::vector<std::string> literal_paths(const Trace& trace,
                                       const std::set<ContainerId>& containers) {
  std::vector<std::string> patterns;
  for (const ContainerId id : containers) {
    std::string& pattern = patterns.emplace_back();
    for (const char letter : container_path(trace, id)) {
      if (std::string_view("*?[]\\!").find(letter) != std::string_view::npos) pattern += '\\';
      pattern += letter;
    }
  }
  return patterns;
}

}  // namespace paje::gui
