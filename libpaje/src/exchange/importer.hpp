// The interface of importers: one function for each format, from the bytes of a
// trace to an ImportedTrace.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "paje/exchange.hpp"

namespace paje::exchange {

struct ImportSource {
  struct Part {
    std::string name;
    std::string_view bytes;
  };

  std::string name;  ///< of the input, for messages
  std::string path;  ///< empty for a pipe and memory
  std::string_view bytes;
  Losses& losses;
  const ConvertOptions& options;
  std::function<void(uint64_t)> on_progress;  ///< how many bytes were looked at; may be empty
  std::vector<Part> parts = {};  ///< of a table or actions in several files, which has no `bytes`

  void report(uint64_t consumed) const {
    if (on_progress) on_progress(consumed);
  }
};

/// Fill an empty trace. Throw TraceError for what is wrong with the input, std::system_error.
void import_chrome(const ImportSource& source, ImportedTrace& trace);
void import_table(const ImportSource& source, ImportedTrace& trace);
void import_ti(const ImportSource& source, ImportedTrace& trace);
void import_paraver(const ImportSource& source, ImportedTrace& trace);
/// Throws std::runtime_error in a build without the library of OTF2.
void import_otf2(const ImportSource& source, ImportedTrace& trace);

}  // namespace paje::exchange
