// Whether the events of a set of files are to be sorted before anything is made of them.
#pragma once

#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

/// Whether replay_set() sorts. False for a single file, a stream, and a set that is bad in another
/// way. Replays a set: time as check_trace().
bool must_be_sorted(const Input& input, const ReadOptions& options);

}  // namespace paje
