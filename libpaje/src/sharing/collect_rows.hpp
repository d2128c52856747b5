// Rows of a shared replay as columns, as the slices of an archive have them.
#pragma once

#include <cstdint>
#include <vector>

#include "sharing/row_messages.hpp"
#include "sharing/slice_plan.hpp"
#include "trace/late_state.hpp"

namespace paje {

/// Appends rows of an own fragment, from its `first` on.
void collect_rows(ShareReplay& replay, const SlicePlan& plan, const Fragment& fragment,
                  uint64_t first, uint64_t rows, TraceData& to, UserFields& fields);

/// Appends all links of a track that this process has.
void collect_links(const OwnLinks& links, TraceData& to, UserFields& fields);

/// A state that ends in a later slice than it begins.
struct OwnLateState {
  LateState state;
  const UserFields* fields;  ///< of its track, which it refers to
};
/// Those of this process.
std::vector<OwnLateState> late_states(ShareReplay& replay, const SlicePlan& plan);

}  // namespace paje
