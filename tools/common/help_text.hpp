// What --help prints, in the form of GNU programs.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace paje::tools {

/// Lines of at most 80 columns. What an option needs, excludes and has by default follows its
/// description.
class HelpText : public CLI::FormatterBase {
 public:
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name,
                                      CLI::AppFormatMode mode) const override;
};

}  // namespace paje::tools
