// The command line of pj_import.
#pragma once

#include <optional>
#include <string>

#include "binary/trace_encoding.hpp"
#include "paje/exchange.hpp"

namespace CLI {
class App;
}

namespace paje::tools {

struct ImportOptions {
  std::string input = "-";
  std::string output = "-";
  ConvertOptions convert;
  bool is_text = true;
  std::optional<std::string> method;  ///< if it was given
  EncodingOptions encoding;
  bool quiet = false;

  [[nodiscard]] bool is_archive() const {
    return method ? *method == "archive" : output.ends_with(".pja");
  }
};

void add_options(CLI::App& app, ImportOptions& options);

}  // namespace paje::tools
