// The global definitions of an OTF2 archive.
#pragma once

#include <otf2/otf2.h>

#include <vector>

#include "exchange/otf2/writing/names.hpp"
#include "exchange/otf2/writing/plan.hpp"
#include "exchange/otf2/writing/ticks.hpp"

namespace paje::exchange {

/// `events`: how many each location has. To be called last: then all names are known.
void write_definitions(const Trace& trace, const Otf2Plan& plan, const Otf2Ticks& ticks,
                       const std::vector<uint64_t>& events, Otf2Names& names,
                       OTF2_GlobalDefWriter* writer);

}  // namespace paje::exchange
