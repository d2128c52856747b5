// What is left of an OTF2 archive some of whose files of events are damaged: the locations whose
// files are whole, and of the others what comes before the damage.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "exchange/losses.hpp"
#include "exchange/otf2/archive.hpp"
#include "exchange/otf2/definitions.hpp"

namespace paje::exchange {

struct Otf2Sound {
  std::vector<OTF2_LocationRef> whole;
  std::vector<OTF2_LocationRef> damaged = {};  ///< those that have something before the damage
  bool has_damage = false;
};

/// Reads the events of each location once, and counts what is missing. Throws TraceError if nothing
/// can be read of any.
Otf2Sound sound_part(const Otf2Archive& archive, const Otf2Definitions& definitions,
                     const std::vector<OTF2_LocationRef>& locations, ThreadPool& parallel,
                     Losses& losses);

/// Throws TraceError that names the first file that is damaged, if one is found.
void fail_where_damaged(const Otf2Archive& archive, const std::vector<OTF2_LocationRef>& locations,
                        ThreadPool& parallel);

}  // namespace paje::exchange
