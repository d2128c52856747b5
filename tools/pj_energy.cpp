// pj_energy: how much power and energy runs take.
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "energy/commands.hpp"
#include "energy/options.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

std::string findings_json(const EnergyFindings& findings) {
  JsonWriter json;
  json.begin_object();
  for (const auto& [name, sheet] : findings.sheets) {
    json.key(name);
    sheet.write(json);
  }
  json.key("remarks").begin_array();
  for (const std::string& line : findings.remarks) json.value(std::string_view(line));
  return json.end_array().end_object().text();
}

std::string findings_text(const EnergyFindings& findings, std::size_t top) {
  std::string text;
  for (const std::string& line : findings.lines) text += line + '\n';
  for (const auto& [name, sheet] : findings.sheets) {
    if (sheet.size() == 0) continue;
    text += (text.empty() ? "" : "\n") + sheet.text(TimeUnit::seconds, top);
  }
  if (!findings.remarks.empty()) text += '\n';
  for (const std::string& line : findings.remarks) text += line + '\n';
  return text;
}

// CSV has no place for remarks; that something is odd is said all the same.
void warn(const EnergyFindings& findings) {
  for (const std::string& line : findings.remarks) {
    if (line.starts_with("Warning")) say("pj_energy: {}\n", line);
  }
}

EnergyFindings find(const EnergyOptions& options) {
  if (options.command == "fit") return show_fit(options);
  if (options.command == "validate") return show_validation(options);
  if (options.command == "estimate") return show_estimate(options);
  if (options.command == "report") return show_report(options);
  return show_frequencies(options);
}

void run(const EnergyOptions& options) {
  for (const std::string& input : options.inputs) add_input_file(input);
  if (options.command != "fit") add_input_file(options.model);
  add_input_file(options.parameters);
  add_input_file(options.classes);
  refuse_input_files({options.output, options.trace, options.svg});
  const EnergyFindings findings = find(options);
  if (options.csv) warn(findings);
  refuse_input_files({options.output});
  OutputFile file(options.output);
  // CSV is one table: the one with every row.
  file.write(options.csv    ? findings.sheets.back().second.csv()
             : options.json ? findings_json(findings)
                            : findings_text(findings, options.top));
  file.commit();
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_energy", [&] {
    EnergyOptions options;
    if (const auto status = parse_energy_options(argc, argv, options)) return *status;
    run(options);
    return static_cast<int>(ExitCode::done);
  });
}
