// The rows of a table: words separated by `, ` or, in CSV, by commas, in quotes where they need
// them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/importer.hpp"
#include "exchange/table/columns.hpp"
#include "paje/diagnostic.hpp"

namespace paje::exchange {

struct TableRow {
  RowNature nature = RowNature::container;
  std::string_view file;
  uint64_t line = 0;                    ///< in its file
  std::vector<std::string_view> words;  ///< in the order of pj_dump, after the nature
  /// Of the container, and of a link's start and end. A table has them all, or none.
  std::array<std::optional<std::string_view>, 3> paths = {};
  std::vector<std::pair<std::string_view, std::string_view>> fields;  ///< named by a header
  std::size_t count = 0;                                              ///< of columns
  std::size_t expected_count = 0;
  bool is_exact = false;  ///< numbers have all their digits

  /// That column as a number; throws TraceError if it is none.
  [[nodiscard]] double number(std::size_t column) const;
  /// The same of a variable's value, which may be no number (`nan`).
  [[nodiscard]] double value_number(std::size_t column) const;
  /// What is wrong with the row, and how a table that has it is better written.
  [[nodiscard]] TraceError bad(std::string_view title, std::string_view found,
                               std::string expected) const;
  [[nodiscard]] bool is_wide() const { return count > expected_count; }
};

/// Calls `read` for each row of the natures that `wanted` says, of all files of the source; blank
/// lines, comments and headers are passed over. Words are valid during the call. Throws TraceError
/// for a line that is not a row, has too few columns, or lacks its newline. `report`, if there is
/// one, hears now and then how many bytes were passed.
void for_each_row(const ImportSource& source, const std::function<bool(RowNature)>& wanted,
                  const std::function<void(const TableRow&)>& read,
                  const std::function<void(uint64_t)>& report);

/// The headers that a line is, if it is some.
std::optional<TableHeader> header_of_line(std::string_view line);

/// missing_columns() of a line.
std::string missing_columns_of_line(std::string_view line);

/// What is counted of rows that end before they start: pajeng ends what is open when the last line
/// of a trace happens, which may be before other lines.
inline constexpr std::string_view kEarlyEnds =
    "ends before their starts (they end at the latest start that is in them)";

/// What is counted of rows that have more columns than anything names.
inline constexpr std::string_view kWideRows =
    "rows with columns beyond the format's (user-defined fields; or names with commas, which "
    "pj_dump --quotes=csv keeps whole)";

}  // namespace paje::exchange
