#include "event/quote_text.hpp"

#include <algorithm>

#include "paje/visible_text.hpp"

namespace paje {

std::string printable(std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\t', ' ');
  return visible(line);
}

std::string shortened(std::string_view text) {
  if (text.size() <= kMostShown) return visible(text);
  const std::string_view begin = text.substr(0, kMostShown);
  return visible(begin.substr(0, whole_characters(begin))) + "...";
}

std::string quoted(std::string_view name) { return "'" + shortened(name) + "'"; }

}  // namespace paje
