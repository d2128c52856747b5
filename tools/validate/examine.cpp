#include "validate/examine.hpp"

#include <string>
#include <utility>
#include <vector>

#include "common/progress.hpp"
#include "common/rereadable_input.hpp"
#include "common/tool.hpp"
#include "paje/read.hpp"
#include "validate/contents.hpp"
#include "validate/early_messages.hpp"
#include "validate/event_survey.hpp"
#include "validate/problem_list.hpp"

namespace paje::tools {

ReadOptions reading_of(const ValidateOptions& options) {
  ReadOptions read;
  read.old_field_names = options.old_field_names;
  read.sort = options.sort;
  read.threads = options.threads;
  if (options.chunk_bytes != 0) read.chunk_bytes = options.chunk_bytes;
  return read;
}

namespace {

// All problems of a reading. What a conversion loses is no fault of the trace.
void collect_problems(ReadOptions& read, ProblemList& errors, ProblemList& warnings,
                      std::vector<std::string>& remarks) {
  read.on_problem = [&](const Diagnostic& problem) { errors.add(problem); };
  read.on_warning = [&](const Diagnostic& problem) {
    if (problem.rule == Rule::not_carried_over) {
      remarks.push_back(problem.title);
      return;
    }
    const bool is_loss = text_of(problem.rule).severity == Severity::loss;
    (is_loss ? errors : warnings).add(problem);
  };
}

// Of one reading; `files` counts those of a set.
ValidationReport examine_as(const ValidateOptions& options, const TraceSource& source,
                            uint64_t& files) {
  ProblemList errors(options.most);
  ProblemList warnings(options.most);
  ReadOptions read = reading_of(options);
  Progress progress(!options.quiet, false);
  read.on_file = [&](const std::string&) { ++files; };
  read.on_progress = progress.callback();
  std::vector<std::string> remarks;
  collect_problems(read, errors, warnings, remarks);
  const Trace trace = read_trace(source.input(), read);
  read.on_file = nullptr;
  const EventSurvey survey = survey_events(source.input(), read, options.most);
  add_misfits(survey, warnings);
  EarlyMessages early = early_messages_of(trace, find_early_messages(trace), options.most);
  warnings.add_count(Rule::received_before_sent, early.count, std::move(early.pairs));
  const auto sorting = files > 1 ? std::nullopt : sorting_help(source.input(), read, errors);
  const ObjectFacts facts = object_facts_of(trace);
  std::vector<Notice> notices = notices_of(trace, facts, survey, options.most);
  add_conversion(notices, remarks, options.most);
  return {source.input().name(),
          std::move(errors),
          std::move(warnings),
          std::move(notices),
          contents_of(trace, facts, survey),
          sorting};
}

// Other tools sort a set whose events are not in the order of times over all files.
void move_warnings(const ProblemList& from, ProblemList& to) {
  for (const ProblemList::Kind& kind : from.kinds()) {
    if (!is_of_order(kind.rule)) continue;
    for (const Diagnostic& problem : kind.kept) to.add(problem);
    to.add_count(kind.rule, kind.count - kind.kept.size());
  }
}

}  // namespace

ValidationReport examine(const ValidateOptions& options) {
  const TraceSource source(options.input);
  uint64_t files = 0;
  ValidationReport report = examine_as(options, source, files);
  if (options.sort || files < 2 || count_of_order(report.errors) == 0) return report;
  ValidateOptions sorted = options;
  sorted.sort = true;
  ValidationReport better = examine_as(sorted, source, files);
  if (count_of_order(better.errors) != 0) return report;
  move_warnings(report.errors, better.warnings);
  better.notices = std::move(report.notices);  // of the events as they are written
  return better;
}

int show_report(const ValidationReport& report, const ValidateOptions& options) {
  if (!options.quiet) {
    OutputFile output("");
    output.write(options.json ? json_report(report) : text_report(report));
    output.commit();
  }
  const bool is_good =
      report.errors.empty() && (report.warnings.empty() || !options.fail_on_warnings);
  return static_cast<int>(is_good ? ExitCode::done : ExitCode::bad_trace);
}

}  // namespace paje::tools
