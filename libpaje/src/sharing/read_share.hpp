// What a shared replay made, as a trace of what this process has.
#pragma once

#include <optional>
#include <string>

#include "paje/sharing.hpp"
#include "sharing/share_replay.hpp"

namespace paje {

/// The option that keeps processes from reading together, in words, if there is one.
std::optional<std::string> why_read_alone(const ReadOptions& options);

/// What all have the same of: a trace without objects. The hierarchy of the replay is used up.
TraceData names_of(ShareReplay& replay);

/// The objects of this process, too; `link_places` as SharedTrace has them. The replay is used up.
Trace trace_of_share(ShareReplay& replay, std::vector<uint64_t>& link_places);

/// Leaves out all objects but states.
void keep_states(TraceData& data);

}  // namespace paje
