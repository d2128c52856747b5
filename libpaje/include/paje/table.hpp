// The table of all objects of a trace, one line for each: the output of pj_dump, which many scripts
// parse (FORMAT, section 3).
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

/// What happens to quotes around names, values and keys of the trace.
enum class Quotes : uint8_t {
  strip,  ///< removed, as pajeng 1.3 does and readers of its output expect
  keep,   ///< kept as written, as later versions of pajeng do
  csv,    ///< RFC 4180: no blanks after commas, quotes where a field needs them
};

struct TableOptions {
  int precision = 6;  ///< digits after the point, 0 to 300
  /// Significant digits of the times of containers, 1 to 300, without trailing zeros. As in the
  /// reference, they are formatted differently from the times of objects.
  int container_precision = 6;
  Quotes quotes = Quotes::strip;
  bool header = false;       ///< write a header line for each kind of object present
  bool user_fields = false;  ///< append user-defined fields, if the trace has kept them
  unsigned threads = 0;      ///< as ReadOptions::threads; the output does not depend on it
  /// For an input: writes rows as objects are completed, in that order, so memory holds only open
  /// objects. Rows before an error of the trace have then been written.
  bool while_reading = false;
  /// For an input: called once after the replay, with the trace without its objects; before the
  /// first row, unless rows are written while reading.
  std::function<void(const Trace&)> on_read{};
};

/// All containers in the order of the table: depth first with a stack. Each container pushes its
/// children sorted by the identifier of their type, then by their own, so the last one comes first.
PAJE_EXPORT std::vector<ContainerId> containers_in_table_order(const Trace& trace);

/// Receives consecutive pieces of text; each ends at a line end.
using TextSink = std::function<void(std::string_view)>;

/// Writes the table of the selected objects and containers to `sink`, in pieces of some 100 kB that
/// options.threads threads format. Calls of `sink` are serialised, on any thread. A slow sink
/// applies back-pressure, so little text waits for it. Throws SelectionError as SelectedObjects,
/// and std::invalid_argument if a precision is out of range.
PAJE_EXPORT void write_table(const Trace& trace, const TableOptions& options, const TextSink& sink,
                             const Selection& selection = {});
inline void write_table(const Trace& trace, const TextSink& sink) { write_table(trace, {}, sink); }

/// Replays the input and writes the table of what read.selection selects, like the other function.
/// Needs less time and memory than a Trace, because objects stay as the replay stored them. Returns
/// the trace without its objects. Errors as read_trace(), and while reading as stream_objects().
PAJE_EXPORT Trace write_table(const Input& input, const ReadOptions& read,
                              const TableOptions& options, const TextSink& sink);
inline Trace write_table(const Input& input, const TextSink& sink) {
  return write_table(input, {}, {}, sink);
}

}  // namespace paje
