// What was measured, as a trace or as a table.
#pragma once

#include <string>
#include <vector>

#include "network/entries.hpp"
#include "network/halo.hpp"

namespace paje::network {

/// Machines, in them processes `rank N`, with a state for each part of an experiment and a link for
/// each message. Entries may have any order; times begin at 0 there. Throws std::system_error.
void write_trace(std::vector<Entry> entries, const Places& places, const std::string& path);

/// A row for each repetition: experiment, root, first, second, bytes, time. Of collectives the time
/// is from the start of the root to the end of the last (gather: from the last start to the end of
/// the root).
void write_table(const std::vector<Entry>& entries, const std::string& path);

/// Metrics and times that `pj_model fit communication` reads.
void write_halo_table(const std::vector<HaloTime>& times, const std::string& path);

}  // namespace paje::network
