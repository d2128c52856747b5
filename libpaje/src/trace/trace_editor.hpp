// Changes a finished trace, as long as nobody else has it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "trace/trace_data.hpp"

namespace paje {

class TraceEditor {
 public:
  /// Throws std::invalid_argument if there is another copy of the trace, which must not change.
  [[nodiscard]] static TraceData& data_of(Trace& trace);
  /// Only a part of the time was read. Columns that are not there yet are not read for this.
  static void mark_as_part(Trace& trace);

 private:
  [[nodiscard]] static TraceData& data_as_it_is(Trace& trace);
};

/// Gives all columns but keys of links the rows that TraceData::tracks have, their values not set;
/// those of user-defined fields only where a kind has some.
void make_columns(TraceData& data, const std::array<bool, 5>& has_fields);

/// Sets TraceData::state_block_end and link_block_end by the ends of rows.
void find_block_ends(TraceData& data, ThreadPool& pool);
/// The same for one kind.
void find_block_ends(TraceData& data, TypeKind kind, ThreadPool& pool);

/// Puts the rows of each track of links in ascending order of `time_of(row)`; those of the same
/// time stay in theirs.
void sort_links(TraceData& data, const std::function<double(uint64_t row)>& time_of);

/// Keeps `rows_of(track)`, ascending rows of each track, and no others; tracks without any go.
void keep_rows(TraceData& data, const std::function<std::vector<uint64_t>(const Track&)>& rows_of,
               ThreadPool& pool);

}  // namespace paje
