// The rows of a table as pj_dump prints it: words separated by `, ` or, in CSV, by commas, in
// quotes where they need them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

enum class RowNature : uint8_t { container, state, variable, event, link };

struct TableRow {
  RowNature nature = RowNature::container;
  uint64_t line = 0;
  std::vector<std::string_view> words;  ///< behind the nature; valid during the call

  /// That column as a number; throws BadTrace naming `file` if it is none.
  [[nodiscard]] double number(std::string_view file, std::size_t column) const;
};

/// Calls `take` for each row of the natures that `wanted` says; blank lines, comments and lines of
/// headers are passed over. Throws BadTrace for a line that is no row, has too few columns, or
/// lacks its newline. `tell`, if there is one, hears now and then how many bytes were passed.
void for_each_row(std::string_view file, std::string_view bytes,
                  const std::function<bool(RowNature)>& wanted,
                  const std::function<void(const TableRow&)>& take,
                  const std::function<void(uint64_t)>& tell);

/// How many columns a row of that nature has behind its nature.
std::size_t columns_of(RowNature nature);

}  // namespace paje::tools
