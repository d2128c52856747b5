#include "common/trace_reading.hpp"

#include <stdexcept>

#include "common/input_files.hpp"
#include "common/print_error.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/tool.hpp"
#include "paje/cut.hpp"
#include "paje/visible_text.hpp"
#include "paje/write_events.hpp"

namespace paje::tools {

Trace read_by(const TraceReading& how, const std::string& path, const ReadOptions& options,
              const std::function<Trace(const Input&, const ReadOptions&)>& read) {
  const Input input = Input::from_path(path);
  ReadOptions attached = options;
  add_input_trace(path, attached);
  ReadReport report{std::string(how.tool)};
  report.attach(attached, how.lenient, path);
  if (how.hides_losses) {
    attached.on_warning = [tell = attached.on_warning](const Diagnostic& warning) {
      if (warning.rule != Rule::not_carried_over) tell(warning);
    };
  }
  Progress progress(!how.quiet, how.output_to_terminal);
  attached.on_progress = progress.callback();
  Trace trace = read(input, attached);
  progress.finish();
  report.print();
  return trace;
}

Trace read_trace(const TraceReading& how, const std::string& path, const ReadOptions& options) {
  ReadOptions on_demand = options;
  on_demand.on_demand = true;
  return read_by(how, path, on_demand, [](const Input& input, const ReadOptions& read) {
    return paje::read_trace(input, read);
  });
}

Trace read_clipped(const TraceReading& how, const std::string& path, const ReadOptions& options) {
  Cut part;
  part.selection.start = options.selection.start;
  part.selection.end = options.selection.end;
  if (part.is_everything()) throw std::runtime_error("--clip needs --start or --end");
  const Trace trace = read_trace(how, path, options);
  try {
    return cut_trace(trace, part);
  } catch (const CutError& error) {
    throw std::runtime_error(one_line(path) + ": " + error.what());
  }
}

void warn_of_displaced(const Trace& trace, std::string_view tool) {
  const uint64_t count = count_displaced(trace);
  if (count == 0) return;
  say("{}: {} below one of an unexpected type, so that only --lenient reads what is written\n",
      tool, counted(count, "container is", "containers are"));
}

}  // namespace paje::tools
