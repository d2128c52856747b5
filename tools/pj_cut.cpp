// pj_cut: a part of a trace as a trace of its own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "binary/trace_output.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "cut/options.hpp"
#include "cut/rename_file.hpp"
#include "paje/archive.hpp"
#include "paje/cut.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

// What is written.
Trace part_of(const Trace& trace, const CutOptions& options) {
  Cut cut = options.cut;
  if (!options.renames.empty()) cut.renames = read_renames(options.renames);
  if (cut.is_everything()) return trace;
  return cut_trace(trace, cut);
}

uint64_t without_length(const Trace& trace, TypeKind kind) {
  const auto starts = trace.starts(kind);
  const auto ends = trace.ends(kind);
  uint64_t count = 0;
  for (std::size_t row = 0; row < starts.size(); ++row) count += starts[row] == ends[row] ? 1 : 0;
  return count;
}

uint64_t lost(const Trace& in_place, const Trace& part, TypeKind kind) {
  const uint64_t before = without_length(in_place, kind), after = without_length(part, kind);
  return after - std::min(before, after);
}

// Far from 0, and next to the least of them, doubles are too far apart for what is close together.
void warn_of_lost_lengths(const Trace& trace, const Trace& part, const CutOptions& options) {
  if ((options.cut.shift == 0 && options.cut.scale == 1) || options.quiet) return;
  constexpr std::string_view kWhy =
      "times are doubles, and the steps between these are larger there";
  CutOptions as_it_was = options;
  as_it_was.cut.shift = 0;
  as_it_was.cut.scale = 1;
  const Trace in_place = part_of(trace, as_it_was);
  const uint64_t lengths =
      lost(in_place, part, TypeKind::state) + lost(in_place, part, TypeKind::link);
  if (lengths > 0) {
    say("pj_cut: warning: {} no length any more: {}\n",
        counted(lengths, "state or link has", "states and links have"), kWhy);
  }
  // A value that comes to begin with the next one is not in the part.
  const uint64_t values = in_place.variables().start.size() - part.variables().start.size();
  if (values > 0) {
    say("pj_cut: warning: {} lost: {}\n",
        counted(values, "value of a variable is", "values of variables are"), kWhy);
  }
}

// Whether the objects that share a moment with the window are all that the part is made of.
bool needs_window_only(const CutOptions& options) {
  const Cut& cut = options.cut;
  return !cut.whole && !cut.cut_links && !cut.anonymize && !options.lenient &&
         !options.read.fix_clocks && !(cut.selection.start > cut.selection.end);
}

// Of an archive no more is read than is needed.
Trace read_for(const CutOptions& options) {
  const TraceReading how{.tool = "pj_cut",
                         .lenient = options.lenient,
                         .quiet = options.quiet,
                         .output_to_terminal = options.output.path == "-"};
  if (!needs_window_only(options)) return read_trace(how, options.input, options.read);
  return read_by(how, options.input, options.read,
                 [&](const Input& input, const ReadOptions& read) {
                   ReadOptions window = read;
                   window.selection.start = options.cut.selection.start;
                   window.selection.end = options.cut.selection.end;
                   auto part = read_part(input, window, UINT64_MAX);
                   if (part && !part->tracks().empty()) return std::move(*part);
                   ReadOptions on_demand = read;  // to see whether there are objects elsewhere
                   on_demand.on_demand = true;
                   return paje::read_trace(input, on_demand);
                 });
}

void cut(const CutOptions& options) {
  check_trace_output(options.output);
  add_input_file(options.input);
  if (!options.renames.empty()) add_input_file(options.renames);
  refuse_input_files({options.output.path});
  const Trace trace = read_for(options);
  const Trace part = part_of(trace, options);
  if (part.tracks().empty() && !trace.tracks().empty()) {
    say("pj_cut: note: no objects of the trace are selected; the part has containers only\n");
  }
  warn_of_lost_lengths(trace, part, options);
  TraceOutput output = options.output;
  output.threads = options.read.threads;
  save_trace(part, output);
  if (output.method() != TraceOutput::Method::archive) warn_of_displaced(part, "pj_cut");
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_cut", [&] {
    CutOptions options;
    if (const auto status = parse_cut_options(argc, argv, options)) return *status;
    cut(options);
    return static_cast<int>(ExitCode::done);
  });
}
