#include "common/argp_values.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

#include "common/cli.hpp"
#include "common/memory_limit.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "paje/event.hpp"

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
  hold_foreign_messages();
  error_t error = EIO;
  try {
    error = argp_parse(&parser, argc, argv, 0, nullptr, options);
  } catch (...) {
    say_foreign_messages();
    throw;
  }
  say_foreign_messages();
  if (error != 0) throw std::system_error(error, std::generic_category(), "options");
}

double number_argument(const char* text, const char* option, argp_state* state, double least,
                       double most) {
  const std::string trouble = number_trouble(text, least, most);
  if (!trouble.empty()) argp_error(state, "%s: %s", option, trouble.c_str());
  return parse_number(text).value_or(0);
}

double finite_argument(const char* text, const char* option, argp_state* state) {
  return number_argument(text, option, state, std::numeric_limits<double>::lowest(),
                         std::numeric_limits<double>::max());
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

namespace {

// As CLI11 reads sizes, which throws for some words and has a message for others.
std::optional<uint64_t> size_in_bytes(std::string bytes) {
  try {
    if (!not_negative()(bytes).empty() || !CLI::AsSizeValue(true)(bytes).empty()) return {};
  } catch (const CLI::ParseError&) {
    return {};
  }
  const auto number = parse_number(bytes);
  constexpr double kMost = 18446744073709549568.0;  // the greatest double below 2^64
  if (!number || !(*number >= 0 && *number <= kMost)) return {};
  return static_cast<uint64_t>(*number);
}

}  // namespace

void set_memory_limit(const char* text, argp_state* state) {
  const auto number = size_in_bytes(text);
  if (!number) {
    argp_error(state, "--max-memory: expected a size as 500MB, found '%s'", one_line(text).c_str());
  }
  limit_memory(number.value_or(0));
}

}  // namespace paje::tools
