// Rows of histories as columns of a trace.
#pragma once

#include <cstdint>

#include "replay/object_rows.hpp"
#include "trace/trace_data.hpp"

namespace paje {

// Where rows go that are kept by columns, each field to its own.
inline void put_row(StoredStates& columns, uint64_t at, const StateRow& row) {
  columns.start[at] = row.start;
  columns.end[at] = row.end;
  columns.value[at] = row.value;
  columns.depth[at] = row.depth;
}
inline void put_row(StoredVariables& columns, uint64_t at, const VariableRow& row) {
  columns.start[at] = row.start;
  columns.end[at] = row.end;
  columns.value[at] = row.value;
}
inline void put_row(StoredEvents& columns, uint64_t at, const EventRow& row) {
  columns.time[at] = row.start;
  columns.value[at] = row.value;
}
inline void put_row(StoredLinks& columns, uint64_t at, const LinkRow& row) {
  columns.start[at] = row.start;
  columns.end[at] = row.end;
  columns.value[at] = row.value;
  columns.start_container[at] = row.start_container;
  columns.end_container[at] = row.end_container;
}

}  // namespace paje
