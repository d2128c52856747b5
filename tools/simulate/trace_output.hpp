// A file for a trace that is written: text, or an archive.
#pragma once

#include <functional>
#include <string>

#include "paje/writer.hpp"

namespace paje::tools {

/// Calls `write`; the file is an archive if its name ends in .pja.
void write_trace_file(const std::string& path, unsigned threads,
                      const std::function<void(TraceWriter&)>& write);

}  // namespace paje::tools
