// Parsing of options by CLI11, and the end of a tool that has nothing to do: help, or
// wrong usage.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

namespace paje::tools {

/// Takes the options of the tool that `app` is named after; `check` looks at what was taken, and
/// may throw CLI::ValidationError. The exit status if there is nothing more to do: it has printed
/// what was asked for (--help, --version), or on standard error what is wrong.
std::optional<int> parse_options(
    CLI::App& app, int argc, char** argv, const std::function<void()>& check = [] {});

/// Refuses -1, which CLI 2.1 takes for the greatest number there is.
CLI::Validator not_negative();

/// An option that may be given again: `take` gets each word. What it throws as
/// std::invalid_argument is said of the option.
CLI::Option* add_words(CLI::App& app, const std::string& name, const std::string& type,
                       const std::string& help,
                       const std::function<void(const std::string&)>& take);

}  // namespace paje::tools
