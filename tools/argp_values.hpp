// Values of options for the tools whose command line is the reference's, parsed by glibc's argp.
#pragma once

#include <argp.h>

namespace paje::tools {

/// A number, or the end of the process with a message that names the option.
double number_argument(const char* text, const char* option, argp_state* state);
/// A count of threads.
unsigned threads_argument(const char* text, argp_state* state);

}  // namespace paje::tools
