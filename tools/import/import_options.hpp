// The command line of pj_import.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "binary/trace_encoding.hpp"
#include "import/event_types.hpp"
#include "import/formats.hpp"

namespace paje::tools {

struct ImportOptions {
  std::string input = "-";
  std::string output = "-";
  std::optional<ImportFormat> from;
  bool is_text = true;
  EncodingOptions encoding;
  bool origin_is_start = false;
  bool is_lenient = false;
  EventChoice event_choice;
  bool quiet = false;
};

void add_options(CLI::App& app, ImportOptions& options);

}  // namespace paje::tools
