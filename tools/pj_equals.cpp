// pj_equals: whether two traces hold the same objects.
#include <fmt/format.h>

#include "common/print_error.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/tool.hpp"
#include "equals/comparison.hpp"
#include "equals/options.hpp"
#include "paje/read.hpp"
#include "paje/visible_text.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

Trace read_side(const EqualsOptions::Side& side, bool lenient, bool quiet) {
  const Input input = Input::from_path(side.input);
  ReadOptions options = side.read;
  add_input_trace(side.input, options);
  ReadReport report("pj_equals");
  report.attach(options, lenient);
  Progress progress(!quiet, false);
  options.on_progress = progress.callback();
  Trace trace = read_trace(input, options);
  progress.finish();
  report.print();
  return trace;
}

void print_difference(const Difference& difference, const EqualsOptions& options) {
  std::string text = fmt::format("pj_equals: first difference: {}: {}\n", visible(difference.what),
                                 visible(difference.reason));
  for (std::size_t side = 0; side < 2; ++side) {
    text += fmt::format("  {}: {}\n", visible(options.sides[side].input),
                        visible(difference.sides[side]));
  }
  if (difference.others != 0) {
    text += fmt::format("pj_equals: {} other {} too\n", with_separators(difference.others),
                        difference.others == 1 ? "track differs" : "tracks differ");
  }
  say("{}", text);
}

int status_of(bool equal, const EqualsOptions& options) {
  if (options.status) return equal ? 0 : 1;
  return options.quiet && equal ? 1 : 0;
}

int compare(const EqualsOptions& options) {
  const Trace first = read_side(options.sides[0], options.lenient, options.quiet);
  const Trace second = read_side(options.sides[1], options.lenient, options.quiet);
  const auto difference = first_difference({&first, &second}, options.comparison);
  if (!options.quiet) {
    OutputFile output("");
    output.write(difference ? "0\n" : "1\n");
    output.commit();
    if (difference) print_difference(*difference, options);
  }
  return status_of(!difference, options);
}

// A bad trace must not look like an answer, so it is trouble like any other here.
int compare_or_tell(const EqualsOptions& options) {
  try {
    return compare(options);
  } catch (const TraceError& error) {
    say("{}", full_text(error.diagnostic()));
    return static_cast<int>(ExitCode::trouble);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_equals",
                              [&] { return compare_or_tell(parse_equals_options(argc, argv)); });
}
