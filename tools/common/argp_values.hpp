// Options and their values for the tools whose command line is the reference's, parsed by glibc's
// argp.
#pragma once

#include <argp.h>

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/option_number.hpp"

namespace paje::tools {

/// Exit status of wrong usage, as argp's own.
inline constexpr int kWrongUsage = 64;

/// The options of a tool, with hidden ones for those abbreviations of the reference's long options
/// that options of ours would make ambiguous: `--q` goes on to mean `--quiet` although there is
/// `--quotes`. argp takes a name that matches exactly before it looks for abbreviations.
class OptionsWithAbbreviations {
 public:
  /// `options` ends as argp wants it; `reference` are the names of all long options of the
  /// reference.
  OptionsWithAbbreviations(const argp_option* options, std::span<const std::string_view> reference);
  [[nodiscard]] const argp_option* list() const { return options_.data(); }

 private:
  std::deque<std::string> names_;  // of the hidden options
  std::vector<argp_option> options_;
};

/// argp_parse(), but trouble that it has itself is thrown: std::system_error.
void parse_by_argp(const argp& parser, int argc, char** argv, void* options);

/// A number from `least` to `most`, or the end of the process with a message that names the option.
double number_argument(const char* text, const char* option, argp_state* state,
                       double least = -kInfinity, double most = kInfinity);
/// The same for a number that is not infinite.
double finite_argument(const char* text, const char* option, argp_state* state);
/// A count of threads.
unsigned threads_argument(const char* text, argp_state* state);
/// What --max-memory says takes effect.
void set_memory_limit(const char* text, argp_state* state);

}  // namespace paje::tools
