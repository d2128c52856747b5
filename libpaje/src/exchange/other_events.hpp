// A trace of another format where events of Pajé are wanted: they are spelled while they are read.
#pragma once

#include <memory>

#include "exchange/convert.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje::exchange {

/// Reads the trace, and reports what is lost of it to options.on_warning.
std::unique_ptr<Converted> convert(const Input& input, OtherFormat format,
                                   const ReadOptions& options);

/// Text of Pajé, a block at a time. Can be read more than once.
Input events_of(std::shared_ptr<const Converted> converted);

}  // namespace paje::exchange
