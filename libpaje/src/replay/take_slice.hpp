// What a replay has found so far, a slice at a time, for those that store it before the trace ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "replay/history.hpp"
#include "trace/late_state.hpp"
#include "trace/trace_data.hpp"

namespace paje {

struct Slice {
  /// Tracks and rows, without any names. A state that is open ends where it starts and has no
  /// user-defined fields: it will be late.
  TraceData data;
  std::vector<uint64_t> open;   ///< the rows of these states, in order
  std::vector<LateState> late;  ///< in any order
  UserFields late_fields;       ///< which they refer to
};

/// How many rows take_slice() would take of a history.
[[nodiscard]] uint64_t rows_to_take(History& history, TypeKind kind);

/// Takes what no slice had before, of histories ordered by container and type; each has rows or
/// late states. They keep what is open. The rows of a track follow those of the slice before.
Slice take_slice(std::span<History* const> histories, const std::vector<Type>& types,
                 ThreadPool& parallel);

}  // namespace paje
