// Where a tool writes a trace that it holds, and in which encoding.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "paje/trace.hpp"
#include "paje/writer.hpp"

namespace CLI {
class App;
}

namespace paje::tools {

struct TraceOutput {
  enum class Method { text, standard, reference, archive };

  std::string path = "-";
  std::optional<Method> named;    ///< by an option
  std::optional<int> zstd_level;  ///< uncompressed if there is none
  unsigned threads = 0;

  /// The named one; else archives are for paths that end in .pja, and text for others.
  [[nodiscard]] Method method() const;
};

/// `--method` and `--compress`.
void add_trace_output_options(CLI::App& app, TraceOutput& output);

/// Throws std::runtime_error if what would be written can be used by nobody: a binary trace on a
/// terminal, an archive in a pipe, an archive that is compressed again, a file with a wrong ending.
void check_trace_output(const TraceOutput& output);

/// The same of archives alone.
void check_archive_path(const std::string& path);

/// Throws std::runtime_error if the name of the file ends like another format or compression than
/// that of its content. The functions that write check it, too.
void check_trace_ending(const std::string& path, bool is_compressed);

/// Writes the file, which appears when it is whole.
void save_trace(const Trace& trace, const TraceOutput& output);
/// The same of a trace that `write` writes event by event, and closes. Links are not checked.
void write_trace(const TraceOutput& output, const std::function<void(TraceWriter&)>& write);

}  // namespace paje::tools
