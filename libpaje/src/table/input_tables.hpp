// The two ways from an input to its table.
#pragma once

#include "paje/table.hpp"

namespace paje {

/// Right from the rows of histories, once all is replayed.
Trace write_replayed_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                           const TextSink& sink);
/// As objects complete.
Trace stream_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                   const TextSink& sink);

}  // namespace paje
