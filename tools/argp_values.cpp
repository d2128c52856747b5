#include "argp_values.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

#include "memory_limit.hpp"
#include "paje/event.hpp"
#include "tool.hpp"
#include "usage.hpp"

namespace paje::tools {

OptionsWithAbbreviations::OptionsWithAbbreviations(const argp_option* options,
                                                   std::span<const std::string_view> reference) {
  const auto matches = [](const auto& names, std::string_view prefix) {
    return std::count_if(names.begin(), names.end(),
                         [&](std::string_view name) { return name.starts_with(prefix); });
  };
  std::vector<std::string_view> ours;
  for (const argp_option* option = options; option->name != nullptr; ++option) {
    ours.emplace_back(option->name);
    options_.push_back(*option);
  }
  for (const argp_option* option = options; option->name != nullptr; ++option) {
    const std::string_view name = option->name;
    if (std::find(reference.begin(), reference.end(), name) == reference.end()) continue;
    for (std::size_t length = 1; length < name.size(); ++length) {
      const std::string_view prefix = name.substr(0, length);
      if (matches(reference, prefix) != 1 || matches(ours, prefix) == 1) continue;
      argp_option hidden = *option;
      hidden.name = names_.emplace_back(prefix).c_str();
      hidden.flags |= OPTION_HIDDEN;
      options_.push_back(hidden);
    }
  }
  options_.push_back({nullptr, 0, nullptr, 0, nullptr, 0});
}

void parse_by_argp(const argp& parser, int argc, char** argv, void* options) {
  const error_t error = argp_parse(&parser, argc, argv, 0, nullptr, options);
  if (error != 0) throw std::system_error(error, std::generic_category(), "options");
}

double number_argument(const char* text, const char* option, argp_state* state) {
  const auto number = parse_number(text);
  if (!number) {
    argp_error(state, "%s: expected a number, found '%s'", option, one_line(text).c_str());
  }
  return number.value_or(0);
}

unsigned threads_argument(const char* text, argp_state* state) {
  const auto count = parse_number(text);
  if (!count || *count < 1 || *count > kMostThreads ||
      *count != static_cast<double>(static_cast<unsigned>(*count))) {
    argp_error(state, "--jobs: expected 1 to %u threads, found '%s'", kMostThreads,
               one_line(text).c_str());
  }
  return static_cast<unsigned>(*count);
}

void take_memory_limit(const char* text, argp_state* state) {
  std::string bytes = text;
  const std::string trouble = not_negative()(bytes) + CLI::AsSizeValue(true)(bytes);
  const auto number = trouble.empty() ? parse_number(bytes) : std::nullopt;
  if (!number) {
    argp_error(state, "--max-memory: expected a size as 500MB, found '%s'", one_line(text).c_str());
  }
  limit_memory(static_cast<uint64_t>(number.value_or(0)));
}

}  // namespace paje::tools
