#include "dump/table_arguments.hpp"

#include <cmath>
#include "common/argp_values.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr int kMostDigits = 300;

}  // namespace

void set_precision(TableOptions& table, const char* text, argp_state* state) {
  const double digits = number_argument(text, "--float-precision", state);
  if (!(digits >= 0 && digits <= kMostDigits)) {
    argp_error(state, "--float-precision: expected 0 to %d digits, found '%s'", kMostDigits,
               one_line(text).c_str());
  }
  table.precision = static_cast<int>(digits);
}

void set_container_precision(TableOptions& table, const char* text, argp_state* state) {
  const double digits = number_argument(text, "--container-precision", state);
  if (!(digits >= 1 && digits <= kMostDigits && digits == std::floor(digits))) {
    argp_error(state, "--container-precision: expected 1 to %d digits, found '%s'", kMostDigits,
               one_line(text).c_str());
  }
  table.container_precision = static_cast<int>(digits);
}

void set_quotes(TableOptions& table, std::string_view how, argp_state* state) {
  if (how == "strip") {
    table.quotes = Quotes::strip;
  } else if (how == "keep") {
    table.quotes = Quotes::keep;
  } else if (how == "csv") {
    table.quotes = Quotes::csv;
  } else {
    argp_error(state, "--quotes: expected strip, keep or csv, found '%s'", one_line(how).c_str());
  }
}

}  // namespace paje::tools
