// Traces of other tools' formats. All that reads a trace takes them: read_trace(), visit_events()
// and the others recognise them by how they begin. Here is what only a converter needs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paje/export.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

enum class OtherFormat : uint8_t {
  chrome,   ///< Trace Event JSON
  otf2,     ///< the file NAME.otf2 of an archive, or its folder
  paraver,  ///< NAME.prv, with NAME.pcf and NAME.row next to it
  table,    ///< what pj_dump prints, or pj_export's CSV: a file of it, or the folder
  ti        ///< SimGrid's time-independent actions: the index of its files, or one file
};

/// `chrome`, as options spell it.
PAJE_EXPORT std::string_view spelling(OtherFormat format);
PAJE_EXPORT std::optional<OtherFormat> other_format(std::string_view name);

/// What events of Paraver become.
enum class EventUse : uint8_t {
  state,    ///< a value begins a state, 0 ends it
  event,    ///< each is an event of its own
  variable  ///< the values are numbers
};

/// Chosen by their types; one that is named comes before `all`.
struct EventChoice {
  std::map<int64_t, EventUse> types;
  std::optional<EventUse> all;

  [[nodiscard]] std::optional<EventUse> of(int64_t type) const {
    const auto found = types.find(type);
    return found == types.end() ? all : std::optional(found->second);
  }
  [[nodiscard]] bool is_empty() const { return types.empty() && !all; }
};

/// What another format holds and Pajé cannot.
struct ConversionLosses {
  std::vector<std::string> notes;                        ///< what is worth knowing, said once
  std::vector<std::pair<std::string, uint64_t>> counts;  ///< by kind, in the plural
};

struct ConvertOptions {
  /// Which format it is; if not, it is detected by how the input begins.
  std::optional<OtherFormat> format;
  /// Times count from the first: they may lose digits else.
  bool counts_from_first = false;
  /// Paraver, OTF2: what cannot be used is left out and counted.
  bool is_lenient = false;
  EventChoice event_choice;  ///< Paraver
  /// Some of ReadOptions.
  unsigned threads = 0;
  std::size_t chunk_bytes = std::size_t{128} << 10U;
  bool map_files = true;
  std::function<void(const std::string& path)> on_file;
  std::function<void(const ReadProgress&)> on_progress;
};

/// Delivers events that make the same trace, in order of time. All of the input is read before the
/// first one. Throws TraceError for what is wrong with the input, for Pajé too, std::system_error,
/// and std::runtime_error for OTF2 in a build without its library.
PAJE_EXPORT ConversionLosses convert_events(const Input& input, const ConvertOptions& options,
                                            EventVisitor& visitor);
/// Delivers the text of those events, a piece at a time, which takes half as long as to write them.
PAJE_EXPORT ConversionLosses convert_text(const Input& input, const ConvertOptions& options,
                                          const std::function<void(std::string_view)>& sink);

}  // namespace paje
