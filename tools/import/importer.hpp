// The interface of importers: one function for each format, from the bytes of a
// trace to an ImportedTrace.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "import/event_types.hpp"
#include "import/imported_trace.hpp"

namespace paje::tools {

struct ImportSource {
  struct Part {
    std::string name;
    std::string_view bytes;
  };

  std::string name;  ///< of the input, for messages
  std::string path;  ///< `-`: standard input
  std::string_view bytes;
  Losses& losses;
  std::function<void(uint64_t)> on_progress;  ///< how many bytes were looked at; may be empty
  bool origin_is_start = false;  ///< times are to count from the first: they may lose digits else
  /// Paraver, OTF2: what cannot be used is left out and counted.
  bool is_lenient = false;
  EventChoice event_choice = {};  ///< Paraver
  std::vector<Part> parts = {};   ///< of a table in several files, which has no `bytes`

  void report(uint64_t consumed) const {
    if (on_progress) on_progress(consumed);
  }
};

/// Fill an empty trace. Throw BadTrace for what is wrong with the input, std::system_error.
void import_chrome(const ImportSource& source, ImportedTrace& trace);
void import_table(const ImportSource& source, ImportedTrace& trace);
void import_paraver(const ImportSource& source, ImportedTrace& trace);
/// Throws std::runtime_error in a build without the library of OTF2.
void import_otf2(const ImportSource& source, ImportedTrace& trace);

}  // namespace paje::tools
