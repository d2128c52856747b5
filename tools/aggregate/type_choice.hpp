// Which types and containers the options mean.
#pragma once

#include <string>
#include <vector>

#include "aggregate/options.hpp"
#include "paje/aggregation_model.hpp"

namespace paje::tools {

/// By type: how many tracks it has, and objects.
struct TypeCounts {
  std::vector<uint64_t> tracks, objects;
};
TypeCounts counts_of_types(const Trace& trace);

/// What the options ask for. Types that share the name of --type are merged; without it the types
/// are `usual`, or if there are none the states of the name that most states have. Throws
/// std::invalid_argument if something that they name is not in the trace.
AggregationModelOptions model_options(const Trace& trace, const TypeCounts& counts,
                                      const AggregateOptions& options,
                                      const std::vector<TypeId>& usual = {});

/// `of containers of type 'Thread' in 'Node'`: whose objects, and in what containers.
std::string leaves_text(const Trace& trace, const AggregationModelOptions& options);

}  // namespace paje::tools
