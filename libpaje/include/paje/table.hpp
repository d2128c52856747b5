// The table of everything a trace holds, one line for each object: what pj_dump prints and a
// decade of scripts read (FORMAT, section 3).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/read.hpp"
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
  double start = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();  ///< only objects overlapping [start, end]
  unsigned threads = 0;  ///< as ReadOptions::threads; what is written does not depend on it
};

/// All containers in the order of the table: a stack that begins with the root; each container
/// taken from it pushes its children by type's, then own identifier, so the last comes first.
PAJE_EXPORT std::vector<ContainerId> containers_in_table_order(const Trace& trace);

/// Receives pieces of text in order; each ends at the end of a line.
using TextSink = std::function<void(std::string_view)>;

/// Writes the whole table to `sink`, in pieces of some 100 kB, formatted on options.threads
/// threads; calls of `sink` are serialised, on any thread. A slow sink applies back-pressure,
/// so little text waits for it.
PAJE_EXPORT void write_table(const Trace& trace, const TableOptions& options, const TextSink& sink);

/// Replays the input and writes the rows of objects as they complete; memory holds what is open.
/// Rows are formatted on options.threads threads; `sink` is called on any of them, one call after
/// the other. What came before an error of the trace has been written. Returns and throws as
/// stream_objects().
PAJE_EXPORT Trace stream_table(const Input& input, const ReadOptions& options,
                               const TableOptions& table, const TextSink& sink);

/// A trace that was read for its table alone: its objects stay as the replay made them. That saves
/// the time and the memory that a Trace's columns take.
class PAJE_EXPORT ReplayedTable {
 public:
  /// Reads the whole input, and throws, as read_trace().
  ReplayedTable(const Input& input, const ReadOptions& options);
  ReplayedTable(ReplayedTable&&) noexcept;
  ReplayedTable& operator=(ReplayedTable&&) noexcept;
  ~ReplayedTable();

  /// All of the trace but its objects.
  [[nodiscard]] const Trace& trace() const;
  /// The whole table, as write_table() of the trace with its objects. O(objects), in a window too.
  void write(const TableOptions& options, const TextSink& sink) const;

 private:
  class Objects;
  std::unique_ptr<const Objects> objects_;
};

}  // namespace paje
