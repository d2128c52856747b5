// Natural order, as people count: rank-2 before rank-10.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <string_view>

namespace paje {

/// Runs of digits compare as numbers, everything else bytewise. Names that differ only in leading
/// zeros compare bytewise.
inline std::strong_ordering natural_order(std::string_view a, std::string_view b) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) {
        return static_cast<unsigned char>(a[i]) <=> static_cast<unsigned char>(b[j]);
      }
      ++i;
      ++j;
      continue;
    }
    while (i < a.size() && a[i] == '0') ++i;
    while (j < b.size() && b[j] == '0') ++j;
    const auto i_end = static_cast<std::size_t>(
        std::find_if_not(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(), is_digit) -
        a.begin());
    const auto j_end = static_cast<std::size_t>(
        std::find_if_not(b.begin() + static_cast<std::ptrdiff_t>(j), b.end(), is_digit) -
        b.begin());
    if (i_end - i != j_end - j) return i_end - i <=> j_end - j;
    const int order = a.substr(i, i_end - i).compare(b.substr(j, j_end - j));
    if (order != 0) return order <=> 0;
    i = i_end;
    j = j_end;
  }
  if (i < a.size() || j < b.size()) return (a.size() - i) <=> (b.size() - j);
  return a.compare(b) <=> 0;
}

}  // namespace paje
