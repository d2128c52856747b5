// What the columns of user-defined fields are called: see UserColumns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace paje {

/// As SQL compares names: ASCII letters without regard to case.
std::string lower_case(std::string_view text);
bool are_same_name(std::string_view a, std::string_view b);

inline constexpr std::string_view kSizeColumn = "size";

class UserColumnNames {
 public:
  /// Whether `size` is a name that no field has just by its own.
  explicit UserColumnNames(bool keeps_size) : keeps_size_(keeps_size) {}

  /// The name of the next column.
  std::string name_of(std::string_view field);

 private:
  bool keeps_size_;
  std::unordered_set<std::string> used_;                   // in lower case
  std::unordered_map<std::string, uint64_t> next_suffix_;  // of such names
};

}  // namespace paje
