#include "export/input.hpp"

#include "common/input_files.hpp"
#include "common/trace_reading.hpp"
#include "paje/read.hpp"

namespace paje::tools {

void begin_export(const ExportOptions& options) {
  add_input_file(options.input);
  refuse_input_files({options.output});
}

Trace read_exported(const ExportOptions& options) {
  return read_by({.tool = options.tool,
                  .lenient = options.lenient,
                  .quiet = options.quiet,
                  .hides_losses = options.quiet},
                 options.input, options.read, [&](const Input& input, const ReadOptions& read) {
                   // Types need no objects.
                   return options.format == ExportFormat::dot ? check_trace(input, read)
                                                              : paje::read_trace(input, read);
                 });
}

}  // namespace paje::tools
