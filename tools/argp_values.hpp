// Options and their values for the tools whose command line is the reference's, parsed by glibc's
// argp.
#pragma once

#include <argp.h>

#include "option_number.hpp"

namespace paje::tools {

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
void take_memory_limit(const char* text, argp_state* state);

}  // namespace paje::tools
