#include "argp_values.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdint>
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
