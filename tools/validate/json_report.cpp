#include "formats/text/json_writer.hpp"
#include "validate/report.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kObjects[kTypeKinds] = {"containers", "states", "variables", "events",
                                                   "links"};

void write_problem(JsonWriter& json, const Diagnostic& problem) {
  json.begin_object();
  json.member("file", std::string_view(problem.where.file));
  if (problem.where.line != 0) {
    json.member("line", problem.where.line);
    if (problem.where.column != 0) json.member("column", problem.where.column);
  } else if (problem.where.byte != SourceLocation::kWholeFile) {
    json.member("byte", problem.where.byte);
  }
  if (!problem.title.empty()) json.member("title", std::string_view(problem.title));
  json.member("found", std::string_view(problem.found));
  json.member("expected", std::string_view(problem.expected));
  json.member("source_line", std::string_view(problem.source_line));
  json.member("note", std::string_view(problem.note));
  json.key("named_by").begin_array();
  for (const NamedPart& named : problem.named_by) {
    json.begin_object();
    json.member("part", std::string_view(named.part));
    json.member("file", std::string_view(named.named_by)).member("line", named.line);
    json.end_object();
  }
  json.end_array().end_object();
}

void write_problems(JsonWriter& json, std::string_view member, const ProblemList& problems) {
  json.key(member).begin_array();
  for (const ProblemList::Kind& kind : problems.kinds()) {
    const RuleText& rule = text_of(kind.rule);
    json.begin_object();
    json.member("rule", rule.name).member("title", rule.title).member("remedy", rule.remedy);
    json.member("count", kind.count);
    json.key("places").begin_array();
    for (const Diagnostic& problem : kind.kept) write_problem(json, problem);
    json.end_array();
    json.key("examples").begin_array();
    for (const std::string& example : kind.examples) json.value(std::string_view(example));
    json.end_array().end_object();
  }
  json.end_array();
}

void write_notices(JsonWriter& json, const std::vector<Notice>& notices) {
  json.key("notices").begin_array();
  for (const Notice& notice : notices) {
    json.begin_object();
    json.member("name", std::string_view(notice.name));
    json.member("count", notice.count).member("text", std::string_view(notice.text));
    json.key("examples").begin_array();
    for (const std::string& example : notice.examples) json.value(std::string_view(example));
    json.end_array().end_object();
  }
  json.end_array();
}

void write_counts(JsonWriter& json, const Contents& contents) {
  json.member("bytes", contents.counts.bytes).member("lines", contents.counts.lines);
  json.member("event_definitions", contents.event_definitions);
  json.member("events", contents.counts.events).member("timed_events", contents.timed_events);
  json.key("events_by_kind").begin_object();
  for (const EventRule& rule : all_event_rules()) {
    json.member(rule.name, contents.events_by_kind[static_cast<std::size_t>(rule.kind)]);
  }
  json.end_object();
  json.key("types_by_kind").begin_object();
  for (std::size_t kind = 0; kind < kTypeKinds; ++kind) {
    json.member(spelling(static_cast<TypeKind>(kind)), contents.types_by_kind[kind]);
  }
  json.end_object();
  json.key("values").begin_object();
  json.member("defined", contents.defined_values);
  json.member("not_defined", contents.undefined_values).end_object();
  json.key("objects").begin_object();
  for (std::size_t kind = 0; kind < kTypeKinds; ++kind) {
    json.member(kObjects[kind], contents.objects_by_kind[kind]);
  }
  json.end_object();
  json.key("containers_by_type").begin_array();
  for (const auto& of_type : contents.containers_by_type) {
    json.begin_object().member("type", std::string_view(of_type.type));
    json.member("count", of_type.count).member("destroyed", of_type.destroyed).end_object();
  }
  json.end_array();
}

void write_times(JsonWriter& json, const Contents& contents) {
  if (const auto& span = contents.time_span) {
    json.key("time_span").begin_object();
    json.member("start", span->start).member("end", span->end);
    json.member("length", span->length()).end_object();
  }
  json.member("events_per_second", contents.events_per_time());
  json.member("events_per_container", contents.events_per_container());
  if (const auto& deepest = contents.deepest_state) {
    json.key("deepest_state").begin_object();
    json.member("depth", uint64_t{deepest->depth});
    json.member("container", std::string_view(deepest->container));
    json.member("start", deepest->start).end_object();
  }
}

}  // namespace

std::string json_report(const ValidationReport& report) {
  JsonWriter json;
  json.begin_object();
  json.member("file", std::string_view(report.file));
  json.member("clean", report.errors.empty());
  json.member("problem_count", report.errors.count());
  json.member("warning_count", report.warnings.count());
  write_problems(json, "problems", report.errors);
  write_problems(json, "warnings", report.warnings);
  if (const auto& sorting = report.sorting) {
    json.key("with_sort").begin_object();
    json.member("order_problems", sorting->of_order);
    json.member("order_problems_left", sorting->of_order_left);
    json.member("problems_left", sorting->left).end_object();
  }
  write_notices(json, report.notices);
  json.key("contents").begin_object();
  write_counts(json, report.contents);
  write_times(json, report.contents);
  json.member("unmatched_links", report.errors.count_of(Rule::incomplete_link));
  json.end_object().end_object();
  return json.text();
}

}  // namespace paje::tools
