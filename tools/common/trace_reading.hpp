// How tools read a trace: with progress on the terminal, then a report of what was missing or
// repaired.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "paje/read.hpp"

namespace paje::tools {

struct TraceReading {
  std::string_view tool;
  bool lenient = false;
  bool quiet = false;               ///< no progress
  bool output_to_terminal = false;  ///< what the tool prints meanwhile may go there
  bool hides_losses = false;        ///< of the conversion from another format
};

/// Does `read` with an input and the options for it, then prints the report. The trace's files are
/// inputs from now on.
Trace read_by(const TraceReading& how, const std::string& path, const ReadOptions& options,
              const std::function<Trace(const Input&, const ReadOptions&)>& read);

/// The whole trace, or what is selected of it. Of an archive, columns are read when they are first
/// asked for (ReadOptions::on_demand), which may throw.
Trace read_trace(const TraceReading& how, const std::string& path, const ReadOptions& options);

/// What is selected, and of that what is in the time of the selection: states and values of
/// variables that go on outside of it are cut there (see Cut). Throws std::runtime_error if nothing
/// is left, and if the selection has no time.
Trace read_clipped(const TraceReading& how, const std::string& path, const ReadOptions& options);

/// Of a trace whose events were written: says on standard error, after the name of the tool, that
/// they need --lenient.
void warn_of_displaced(const Trace& trace, std::string_view tool);

}  // namespace paje::tools
