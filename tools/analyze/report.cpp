#include "analyze/report.hpp"

#include <stdexcept>

#include "analyze/summary.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "paje/measured_time.hpp"
#include "paje/profile.hpp"

namespace paje::tools {

namespace {

std::string findings_json(const Findings& findings) {
  JsonWriter json;
  json.begin_object();
  for (const auto& [name, sheet] : findings.sheets) {
    json.key(name);
    sheet.write(json);
  }
  json.key("remarks").begin_array();
  for (const std::string& line : findings.remarks) json.value(std::string_view(line));
  json.end_array();
  json.end_object();
  return json.text();
}

std::string findings_text(const Findings& findings, TimeUnit unit, std::size_t top) {
  std::string text;
  for (const std::string& line : findings.lines) text += line + '\n';
  for (const auto& [name, sheet] : findings.sheets) {
    if (sheet.size() > 0) text += (text.empty() ? "" : "\n") + sheet.text(unit, top);
  }
  if (!findings.remarks.empty()) text += '\n';
  for (const std::string& line : findings.remarks) text += line + '\n';
  return text;
}

}  // namespace

std::string findings_report(const Findings& findings, const AnalyzeOptions& options,
                            TimeUnit unit) {
  // CSV is one table: the one with every row.
  if (options.csv) return findings.sheets.back().second.csv();
  return options.json ? findings_json(findings) : findings_text(findings, unit, options.top);
}

namespace {

std::string report_of(const Run& run, const AnalyzeOptions& options) {
  if (options.folded) return folded_stacks(run.graph, call_tree(run.graph));
  const Command command = find_command(options.command);
  if (command == nullptr)
    return options.json ? summary_json(run, options) : summary_text(run, options);
  Findings findings = command(run, options);
  const std::vector<std::string> of_replay = remarks(run, check_replay(run.graph));
  findings.remarks.insert(findings.remarks.begin(), of_replay.begin(), of_replay.end());
  if (options.csv && !options.quiet) {
    for (const std::string& line : findings.remarks) say("pj_analyze: {}\n", line);
  }
  return findings_report(findings, options, run.unit);
}

std::string picture_of(const Run& run, const AnalyzeOptions& options) {
  check_measured(run.trace, run.name);
  return chart_file(options.command + " of " + run.name,
                    find_picture(options.command)(run, options));
}

void write_file(const std::string& path, const std::string& bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

void check_picture(const AnalyzeOptions& options) {
  if (options.svg.empty() || find_picture(options.command) != nullptr) return;
  throw std::runtime_error(
      options.command + " has no picture; --svg needs one of these commands: " + picture_names());
}

}  // namespace

void begin_analysis(const AnalyzeOptions& options) {
  check_picture(options);
  if (options.csv && options.command == "summary") {
    throw std::runtime_error("the summary is not a table; --csv needs another command: " +
                             table_names());
  }
  add_input_file(options.input);
  add_input_file(options.classes);
  add_input_file(options.text);
  check_outputs(options.output, {options.svg});
}

void write_report(const AnalyzeOptions& options, const std::string& report) {
  write_file(options.output, report);
}

void analyze(const AnalyzeOptions& options) {
  begin_analysis(options);
  if (options.command == "transitions") {
    return write_report(options, transitions_report(options));
  }
  // Messages need no states.
  const Run run = open_run(options, options.command != "messages");
  const std::string report = report_of(run, options);
  if (!options.svg.empty()) write_file(options.svg, picture_of(run, options));
  write_file(options.output, report);
}

}  // namespace paje::tools
