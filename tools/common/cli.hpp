// Parsing of options by CLI11, and the end of a tool that has nothing to do: help, or
// wrong usage.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>

namespace paje::tools {

/// Takes the options of the tool that `app` is named after; `check` looks at what was taken, and
/// may throw CLI::ValidationError. The exit status if there is nothing more to do: it has printed
/// what was asked for (--help, --version), or on standard error what is wrong.
std::optional<int> parse_options(
    CLI::App& app, int argc, char** argv, const std::function<void()>& check = [] {});

/// Refuses -1, which CLI 2.1 takes for the greatest number there is.
CLI::Validator not_negative();

}  // namespace paje::tools
