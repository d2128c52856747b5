// A consumer of Arrow's C stream interface, written from its specification alone: it holds the
// stream to the rules, and gives all values as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "arrow/abi.hpp"

namespace paje::test {

/// {"types": {column: format}, "rows": n, "columns": {column: [values]}, "places": {column: address
/// of the values}}. Takes the stream: releases it, then moves each column out of the batch,
/// releases the batch, and only then reads and releases the columns, as the specification allows.
/// Throws std::runtime_error for a rule that is broken.
nlohmann::ordered_json consume(ArrowArrayStream* stream);

}  // namespace paje::test
