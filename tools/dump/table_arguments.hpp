// How the table is printed: what pj_dump and pj_dump_csv take from their command lines.
#pragma once

#include <argp.h>

#include <string_view>

#include "paje/table.hpp"

namespace paje::tools {

/// --float-precision. Ends the process for what is not a number of digits.
void set_precision(TableOptions& table, const char* text, argp_state* state);
/// --container-precision, likewise.
void set_container_precision(TableOptions& table, const char* text, argp_state* state);
/// --quotes. Ends the process for any other word.
void set_quotes(TableOptions& table, std::string_view how, argp_state* state);

}  // namespace paje::tools
