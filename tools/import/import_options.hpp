// The command line of pj_import.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "binary/trace_encoding.hpp"
#include "paje/exchange.hpp"

namespace paje::tools {

struct ImportOptions {
  std::string input = "-";
  std::string output = "-";
  ConvertOptions convert;
  bool is_text = true;
  EncodingOptions encoding;
  bool quiet = false;
};

void add_options(CLI::App& app, ImportOptions& options);

}  // namespace paje::tools
