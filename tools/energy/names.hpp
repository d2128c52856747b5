// Names of columns and variables: upper and lower case are the same.
#pragma once

#include <algorithm>
#include <string_view>

namespace paje::tools {

inline bool is_same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace paje::tools
