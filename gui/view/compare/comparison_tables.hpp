// What makes one run longer than another, as tables.
#pragma once

#include "model/compare/run_alignment.hpp"
#include "view/panels/table_model.hpp"

namespace paje::gui {

enum class ComparisonTable { values, regions, tracks, swaps, links, variables };

/// Titles for a choice between tables, in the order of the enumeration.
QStringList comparison_table_names();

/// `the second run is longer by 2 ms; 98 % of the states alike`
QString lengths_text(const RunAlignment& alignment, bool begins_sentence);

TableContent table_of(const RunAlignment& alignment, ComparisonTable table);

/// Where a row of a table leads: in both runs, or in one.
struct ComparedPlace {
  std::array<ContainerId, 2> containers;         ///< one is invalid if a run has none
  std::array<std::optional<TimeSpan>, 2> spans;  ///< in each run's own time
};
std::optional<ComparedPlace> place_of(const RunAlignment& alignment, ComparisonTable table,
                                      std::size_t row);

}  // namespace paje::gui
