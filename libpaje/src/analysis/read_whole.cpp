// Reading whole traces: the replay, then what needs all of it, which is the correction of clocks.
#include <stdexcept>
#include <utility>

#include "base/thread_pool.hpp"
#include "paje/clocks.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "replay/replay_whole.hpp"
#include "selection/keep_selected.hpp"
#include "table/input_tables.hpp"

namespace paje {

namespace {

Trace read_corrected(const Input& input, const ReadOptions& options) {
  ReadOptions all = options;
  all.selection = {};
  DependencyOptions graph;
  graph.threads = options.threads;
  ClockCorrection correction;
  Trace trace = correct_clocks(replay_whole(input, all), graph, &correction);
  if (options.on_clocks) options.on_clocks(trace, correction);
  ThreadPool pool(options.threads);
  keep_selected(trace, options.selection, pool);
  return trace;
}

}  // namespace

Trace read_trace(const Input& input, const ReadOptions& options) {
  return options.fix_clocks ? read_corrected(input, options) : replay_whole(input, options);
}

Trace write_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                  const TextSink& sink) {
  if (options.while_reading) return stream_table(input, read, options, sink);
  if (!read.fix_clocks) return write_replayed_table(input, read, options, sink);
  Trace trace = read_corrected(input, read);
  if (options.on_read) options.on_read(trace);
  write_table(trace, options, sink, read.selection);
  return trace;
}

}  // namespace paje
