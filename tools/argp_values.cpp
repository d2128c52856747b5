#include "argp_values.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

#include "memory_limit.hpp"
#include "paje/event.hpp"
#include "say.hpp"
#include "tool.hpp"
#include "usage.hpp"

namespace paje::tools {

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

void take_memory_limit(const char* text, argp_state* state) {
  const auto number = size_in_bytes(text);
  if (!number) {
    argp_error(state, "--max-memory: expected a size as 500MB, found '%s'", one_line(text).c_str());
  }
  limit_memory(number.value_or(0));
}

}  // namespace paje::tools
