// Files of records, `Field: value` a line and an empty line between two, as StarPU writes and GNU
// recutils read them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools::starvz {

struct RecordFile {
  /// Names of fields in the order in which they come up, as columns; where a record has one
  /// several times, the others are NAME_2, NAME_3, ...
  std::vector<std::string> names;
  /// Of each record the values by the positions of names; empty values are none. May be shorter.
  std::vector<std::vector<std::optional<std::string>>> records;

  /// The position of a name.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  /// The values of a column.
  [[nodiscard]] std::vector<std::optional<std::string>> column(std::size_t position) const;
};

/// Nothing if there is no such file. Throws std::runtime_error for a line that is no field,
/// std::system_error.
std::optional<RecordFile> read_records(const std::string& path);

}  // namespace paje::tools::starvz
