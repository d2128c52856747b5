#include "export/starvz/resources.hpp"

#include <algorithm>

namespace paje::tools::starvz {

namespace {

bool is_of_several_nodes(const std::vector<std::string>& names,
                         const std::vector<std::string_view>& words) {
  const auto first = std::min_element(names.begin(), names.end());
  if (first == names.end()) return false;
  const std::size_t begin = first->find('_');
  if (begin == std::string::npos) return false;
  const std::string_view rest = std::string_view(*first).substr(begin + 1);
  const std::string_view part = rest.substr(0, rest.find('_'));
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return part.find(word) != std::string_view::npos;
  });
}

std::string without(std::string_view name, bool underscores) {
  std::string rest;
  for (const char c : name) {
    if ((c >= '0' && c <= '9') || (underscores && c == '_')) continue;
    rest += c;
  }
  return rest;
}

}  // namespace

std::vector<Resource> resources_of(const std::vector<std::string>& names,
                                   const std::vector<std::string_view>& words, TypeOf type) {
  const bool has_nodes = is_of_several_nodes(names, words);
  std::vector<Resource> found;
  for (const std::string& name : names) {
    Resource resource{"0", name, {}};
    const std::size_t end = name.find('_');
    if (has_nodes && end != std::string::npos) {
      // As a number, as StarVZ has it.
      const std::size_t first = std::min(name.find_first_not_of('0'), end);
      resource.node = first == end ? "0" : name.substr(first, end - first);
      resource.name = name.substr(end + 1);
    }
    resource.type =
        without(resource.name, !has_nodes || type == TypeOf::without_digits_and_underscores);
    found.push_back(std::move(resource));
  }
  return found;
}

}  // namespace paje::tools::starvz
