// The ways from an input to its table.
#pragma once

#include <functional>

#include "paje/read.hpp"
#include "paje/table.hpp"

namespace paje {

/// Throws std::invalid_argument for digits out of range.
void check_precision(const TableOptions& options);

/// Right from the rows of histories, once all is replayed.
Trace write_replayed_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                           const TextSink& sink);
/// As objects complete.
Trace stream_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                   const TextSink& sink);

/// Of objects that are there: `visit` passes each on to the visitor.
void print_objects(const TableOptions& options, const TextSink& sink,
                   const std::function<void(ObjectVisitor&)>& visit);

}  // namespace paje
