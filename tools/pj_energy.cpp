// pj_energy: how much power and energy runs take.
#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/options.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

Report make_report(const EnergyOptions& options, bool& has_bad) {
  if (options.command == "fit") return show_fit(options);
  if (options.command == "validate") return show_validation(options);
  if (options.command == "estimate") return show_estimate(options);
  if (options.command == "report") return show_report(options, has_bad);
  return show_frequencies(options);
}

ExitCode run(const EnergyOptions& options) {
  for (const std::string& input : options.inputs) add_input_file(input);
  if (options.command != "fit") add_input_file(options.model);
  add_input_file(options.parameters);
  add_input_file(options.classes);
  check_outputs(options.format.output, {options.trace, options.svg, options.save,
                                        options.command == "fit" ? options.model : ""});
  bool has_bad = false;
  const Report report = make_report(options, has_bad);
  refuse_input_files({options.format.output});
  print_report("pj_energy", report, options.format);
  return has_bad ? ExitCode::bad_trace : ExitCode::done;
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_energy", [&] {
    EnergyOptions options;
    if (const auto status = parse_energy_options(argc, argv, options)) return *status;
    return static_cast<int>(run(options));
  });
}
