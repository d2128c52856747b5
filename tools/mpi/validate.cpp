#include "mpi/validate.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "mpi/shared_run.hpp"
#include "validate/contents.hpp"
#include "validate/early_messages.hpp"
#include "validate/event_survey.hpp"
#include "validate/examine.hpp"

namespace paje::tools {

namespace {

// What a process found, as bytes for the first one, which is the same program.
template <class T>
void put(const T* first, std::size_t count, std::string& message) {
  message.append(reinterpret_cast<const char*>(first), count * sizeof(T));
}
template <class T>
void take(std::string_view& from, T* first, std::size_t count) {
  std::memcpy(first, from.data(), count * sizeof(T));
  from.remove_prefix(count * sizeof(T));
}

void put_facts(const ObjectFacts& facts, std::string& message) {
  put(facts.objects.data(), facts.objects.size(), message);
  put(facts.used_values.data(), facts.used_values.size(), message);
  put(facts.used_types.data(), facts.used_types.size(), message);
  put(&facts.deepest, 1, message);
  put(&facts.time_span, 1, message);
}

// `sizes`: those of this process, which has the same names.
ObjectFacts take_facts(std::string_view& from, const ObjectFacts& sizes) {
  ObjectFacts facts;
  facts.used_values.resize(sizes.used_values.size());
  facts.used_types.resize(sizes.used_types.size());
  take(from, facts.objects.data(), facts.objects.size());
  take(from, facts.used_values.data(), facts.used_values.size());
  take(from, facts.used_types.data(), facts.used_types.size());
  take(from, &facts.deepest, 1);
  take(from, &facts.time_span, 1);
  return facts;
}

EventSurvey survey_of(SharedSurvey shared, const std::string& input) {
  EventSurvey survey;
  survey.by_kind = shared.by_kind;
  survey.by_definition = std::move(shared.by_definition);
  survey.timed = shared.timed;
  survey.backward = shared.backward;
  survey.misfits = std::move(shared.odd);
  survey.misfit_count = shared.odd_count;
  if (auto& first = shared.first_backward) {
    survey.first_backward = {first->file == input ? "" : std::move(first->file), first->line,
                             first->time, first->after};
  }
  return survey;
}

// What the first process makes of what all found.
ValidationReport report_of(const Trace& trace, const ObjectFacts& facts, const EarlyPairs& pairs,
                           const EventSurvey& survey, const ValidateOptions& options) {
  ProblemList warnings(options.most);
  add_misfits(survey, warnings);
  EarlyMessages early = early_messages_of(trace, pairs, options.most);
  warnings.add_count(Rule::received_before_sent, early.count, std::move(early.pairs));
  return {options.input,
          ProblemList(options.most),
          std::move(warnings),
          notices_of(trace, facts, survey, options.most),
          contents_of(trace, facts, survey),
          std::nullopt};
}

// Returns the exit status on the first process.
int examine_share(const SharedTrace& share, SharedSurvey survey, const ValidateOptions& options,
                  MpiExchange& exchange) {
  ObjectFacts facts = object_facts_of(share.trace);
  EarlyPairs pairs = find_early_messages(share.trace);
  std::string message;
  if (exchange.rank() != 0) {
    put_facts(facts, message);
    for (const auto& [ends, pair] : pairs) put(&pair, 1, message);
  }
  for (const std::string& each : exchange.gather(std::move(message))) {
    if (each.empty()) continue;
    std::string_view from = each;
    add_facts(take_facts(from, facts), facts);
    while (!from.empty()) {
      EarlyPair pair;
      take(from, &pair, 1);
      add_early_pair(pair, pairs);
    }
  }
  if (exchange.rank() != 0) return 0;
  return show_report(
      report_of(share.trace, facts, pairs, survey_of(std::move(survey), options.input), options),
      options);
}

}  // namespace

int validate_together(const ValidateOptions& options, bool stats, MpiExchange& exchange) {
  SharedRun run{.input = options.input, .read = reading_of(options), .quiet = options.quiet};
  run.stats = stats;
  if (options.input == "-") run.alone = kFromStandardInput;
  SharedSurvey survey;
  run.how = [&](const std::string& path, const ReadOptions& read, Exchange& among) {
    SurveyedTrace surveyed = survey_trace_together(path, read, &find_misfits, options.most, among);
    survey = std::move(surveyed.survey);
    return std::move(surveyed.share);
  };
  const auto together = [&](const SharedTrace& share, int& status) -> std::optional<std::string> {
    status = examine_share(share, std::move(survey), options, exchange);
    return std::nullopt;
  };
  return run_shared(run, exchange,
                    {together, [&] { return show_report(examine(options), options); }});
}

}  // namespace paje::tools
