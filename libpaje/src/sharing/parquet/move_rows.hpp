// Rows on their way to the processes that encode their groups.
#pragma once

#include <vector>

#include "exchange/parquet/rows.hpp"
#include "paje/sharing.hpp"
#include "sharing/parquet/group_plan.hpp"
#include "sharing/parquet/local_rows.hpp"

namespace paje::parquet {

/// The groups of a plan that a process encodes.
struct OwnGroups {
  std::vector<std::size_t> numbers;           ///< of the plan, ascending
  std::vector<Rows> rows;                     ///< of each, in the order of the file
  std::vector<std::vector<uint64_t>> orders;  ///< which these refer to
};

/// Appends the rows that this process lacks to its share, as tracks after all others. `rows` has to
/// stay as long as the groups do. By all processes together.
OwnGroups move_rows(SharedTrace& share, const GroupPlan& plan, const LocalRows& rows,
                    const std::vector<LocalPiece>& pieces, Exchange& exchange);

}  // namespace paje::parquet
