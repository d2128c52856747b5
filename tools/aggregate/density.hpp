// What pj_aggregate --density takes a model from: the run of a trace, analysed.
#pragma once

#include <string>
#include <vector>

#include "aggregate/options.hpp"
#include "analyze/run.hpp"
#include "paje/aggregation_model.hpp"

namespace paje::tools {

/// The graph of a trace, with the classes that the options name. The trace has to have been read
/// with its user-defined fields.
DependencyGraph density_graph(const Trace& trace, const AggregateOptions& options);

/// What is to be read, so that it can be analysed as well.
ReadOptions density_reading(const AggregateOptions& options);

/// Of the containers with states, all types of these; of pj_aggregate's options the others decide.
std::vector<TypeId> density_types(const DependencyGraph& graph);

/// What the amounts are, in words: `waiting` or `waiting caused`.
std::string density_words(Density density);
/// The name of the column of amounts in tables.
std::string_view density_column(Density density);
/// How much the deepest colour stands for: `0.8 of the time`, `3.1 ms`.
std::string density_depth(Density density, double amount, TimeUnit unit);

/// As pj_analyze has them.
std::vector<std::string> density_remarks(const Trace& trace, DependencyGraph&& graph,
                                         TimeUnit unit);

}  // namespace paje::tools
