// Traces in formats of other tools. read_trace(), visit_events() and all other functions that read
// traces recognise them by their first bytes. This header has what only converters need.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paje/diagnostic.hpp"
#include "paje/export.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

enum class OtherFormat : uint8_t {
  chrome,   ///< Trace Event JSON
  otf2,     ///< NAME.otf2 of an archive, or its folder
  paraver,  ///< NAME.prv, with NAME.pcf and NAME.row next to it
  table,    ///< output of pj_dump, or CSV of pj_export: a file, or the folder
  ti        ///< SimGrid's time-independent actions: the index of the files, or one file
};

/// The name in options, such as `chrome`.
PAJE_EXPORT std::string_view spelling(OtherFormat format);
PAJE_EXPORT std::optional<OtherFormat> other_format(std::string_view name);

/// What events of Paraver become in Pajé.
enum class EventUse : uint8_t {
  state,    ///< a value starts a state, 0 ends it
  event,    ///< each is a punctual event
  variable  ///< the values are those of a variable
};

/// The use of each event type; `types` has precedence over `all`.
struct EventChoice {
  std::map<int64_t, EventUse> types;
  std::optional<EventUse> all;

  [[nodiscard]] std::optional<EventUse> of(int64_t type) const {
    const auto found = types.find(type);
    return found == types.end() ? all : std::optional(found->second);
  }
  [[nodiscard]] bool is_empty() const { return types.empty() && !all; }
};

/// What a trace in another format contains but Pajé cannot represent.
struct ConversionLosses {
  std::vector<std::string> notes;                        ///< general remarks, once each
  std::vector<std::pair<std::string, uint64_t>> counts;  ///< counts by kind, a word in the plural
};

struct ConvertOptions {
  /// The format; if not set, it is detected from the first bytes.
  std::optional<OtherFormat> format;
  /// Whether times are relative to the first one. If not set, they are if they are so far from 0
  /// that doubles would lose nanoseconds.
  std::optional<bool> counts_from_first;
  /// Paraver, OTF2, ti: skips what cannot be used, instead of an error.
  bool is_lenient = false;
  /// If set, receives what a lenient reading skips, and where the file of a Chrome trace ends
  /// early, as errors. If not, these are losses.
  DiagnosticHandler on_problem{};
  EventChoice event_choice;  ///< Paraver
  // As in ReadOptions:
  unsigned threads = 0;
  std::size_t chunk_bytes = std::size_t{128} << 10U;
  bool map_files = true;
  std::function<void(const std::string& path)> on_file;
  std::function<void(const ReadProgress&)> on_progress;
};

/// Delivers events that make an equivalent Pajé trace, in order of time. Reads the whole input
/// before the first event. Throws TraceError for errors in the input, also those of Pajé traces,
/// std::system_error, and std::runtime_error for OTF2 in a build without its library.
PAJE_EXPORT ConversionLosses convert_events(const Input& input, const ConvertOptions& options,
                                            EventVisitor& visitor);
/// Delivers the text of these events in pieces; twice as fast as delivering and writing events.
PAJE_EXPORT ConversionLosses convert_text(const Input& input, const ConvertOptions& options,
                                          const std::function<void(std::string_view)>& sink);

}  // namespace paje
