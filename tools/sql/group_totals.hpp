// Counts, sums and extremes of the rows of a kind, by what they have in common, right from the
// columns: SQLite takes ten times as long, for it asks for each value of each row.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sql/list_table.hpp"
#include "sql/object_scan.hpp"

namespace paje::tools {

struct Total {
  enum class What : uint8_t { key, rows, count, sum, total, mean, least, greatest };
  What what;
  Field field;  ///< one of the keys, or one that is_totalled()
};

/// Whether rows can be grouped by a field here.
[[nodiscard]] bool is_group_key(Field field, TypeKind kind);
/// Whether totals of a field, a number, can be had here.
[[nodiscard]] bool is_totalled(Field field, TypeKind kind);

/// One row of totals of selected rows for each group, in the order of a scan in which the rows of a
/// group follow one another; without keys, one row. Sums are those that SQLite has up to
/// version 3.42, with the same bits: number after number. Nothing if there are more than `most`
/// groups.
[[nodiscard]] std::optional<std::vector<std::vector<Cell>>> group_totals(
    TraceFacts& facts, TypeKind kind, std::span<const Field> keys, std::span<const Total> totals,
    const Selection& selection, ScanOrder order, std::size_t most);

/// The same where the scan does not bring together the rows of a group: the groups are ordered by
/// their keys, each rising or, of those that are true, falling.
[[nodiscard]] std::optional<std::vector<std::vector<Cell>>> sorted_group_totals(
    TraceFacts& facts, TypeKind kind, std::span<const Field> keys, std::span<const Total> totals,
    const Selection& selection, ScanOrder order, const std::vector<bool>& is_falling,
    std::size_t most);

/// Counts of all states, which the index of an archive mostly knows: the rows of both functions
/// above, for groups that are in the order of their keys. Nothing if other totals are asked for,
/// if too many rows would have to be read, or if there are more than `most` groups.
[[nodiscard]] std::optional<std::vector<std::vector<Cell>>> stored_group_counts(
    TraceFacts& facts, std::span<const Field> keys, std::span<const Total> totals,
    const std::vector<bool>& is_falling, std::size_t most);

}  // namespace paje::tools
