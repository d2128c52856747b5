// Opens an input as a source of chunks, whatever its format.
#pragma once

#include <memory>
#include <stop_token>

#include "input/byte_source.hpp"
#include "paje/input.hpp"

namespace paje {

/// Opens the input; compressed bytes (gzip, xz, bzip2, Zstandard) and binary traces are detected by
/// how they begin, unless the input is said to be binary. A byte order mark of UTF-8 is skipped. A
/// file that is not compressed is mapped if `maps_files` says so. Throws std::system_error that
/// names it, and TraceError for text in UTF-16. `stop` ends the reading of a pipe (file_stream()).
std::unique_ptr<ByteSource> open_source(const Input& input, bool maps_files = true,
                                        std::stop_token stop = {});

}  // namespace paje
