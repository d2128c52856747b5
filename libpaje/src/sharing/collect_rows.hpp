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

/// The states of this process that end in a later slice than they begin. They refer to the fields
/// of their track.
struct LateStates {
  struct Late {
    LateState state;
    const UserFields* fields;
  };
  std::vector<Late> all;
};
LateStates late_states(ShareReplay& replay, const SlicePlan& plan);

}  // namespace paje
