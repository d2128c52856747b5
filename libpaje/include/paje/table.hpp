// The table of everything a trace holds, one line for each object: what pj_dump prints and a
// decade of scripts read (FORMAT, section 3).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/read.hpp"
#include "paje/selection.hpp"
#include "paje/trace.hpp"

namespace paje {

/// What becomes of the quotes that stood around names, values and keys in the trace.
enum class Quotes : uint8_t {
  strip,  ///< they are dropped: what pajeng 1.3 prints and its readers expect
  keep,   ///< they stay as written: what pajeng's later versions print
  csv,    ///< RFC 4180: no blanks after commas, quotes where a field needs them
};

struct TableOptions {
  int precision = 6;  ///< digits after the point, 0 to 300
  /// Significant digits of the times of containers, 1 to 300, without zeros at the end: as the
  /// reference has it, other ones than those of objects.
  int container_precision = 6;
  Quotes quotes = Quotes::strip;
  bool header = false;       ///< begin with a header line for each nature present
  bool user_fields = false;  ///< append user-defined fields; the trace must have kept them
  unsigned threads = 0;      ///< as ReadOptions::threads; what is written does not depend on it
  /// Of an input: write the rows of objects as these complete, in that order. Memory holds what is
  /// open. What came before an error of the trace has been written.
  bool while_reading = false;
  /// Of an input: called once all of it is replayed, with the trace without its objects; before the
  /// first row, unless rows are written while reading.
  std::function<void(const Trace&)> on_read;
};

/// All containers in the order of the table: a stack that begins with the root; each container
/// taken from it pushes its children by type's, then own identifier, so the last comes first.
PAJE_EXPORT std::vector<ContainerId> containers_in_table_order(const Trace& trace);

/// Receives pieces of text in order; each ends at the end of a line.
using TextSink = std::function<void(std::string_view)>;

/// Writes the table of the selected objects, and of the selected containers, to `sink`, in pieces
/// of some 100 kB, formatted on options.threads threads; calls of `sink` are serialised, on any
/// thread. A slow sink applies back-pressure, so little text waits for it. Throws SelectionError as
/// SelectedObjects.
PAJE_EXPORT void write_table(const Trace& trace, const TableOptions& options, const TextSink& sink,
                             const Selection& selection = {});

/// Replays the input and writes the table of what read.selection selects, as the other. That takes
/// less time and memory than a Trace, for objects stay as the replay made them. Returns the trace
/// without its objects. Throws as read_trace(), and while reading as stream_objects().
PAJE_EXPORT Trace write_table(const Input& input, const ReadOptions& read,
                              const TableOptions& options, const TextSink& sink);

}  // namespace paje
