// pj_validate: all problems of a trace, and what it holds.
//
// A trace is read twice: the replay finds what breaks the rules, a second pass over the events
// counts them by kind and looks at the words that no replay needs. One pass would have to do both
// inside the library, which has no other use for it; two cost twice the time of a fast reader.
#include "common/tool.hpp"
#include "validate/examine.hpp"
#include "validate/options.hpp"

using namespace paje::tools;

int main(int argc, char** argv) {
  return run_tool_with_status("pj_validate", [&] {
    ValidateOptions options;
    if (const auto status = parse_validate_options(argc, argv, options)) return *status;
    return show_report(examine(options), options);
  });
}
