#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/tool.hpp"
#include "validate/report.hpp"

namespace paje::tools {

namespace {

std::string problem_kind(const ProblemList::Kind& kind, Severity severity) {
  const RuleText& rule = text_of(kind.rule);
  std::string text = fmt::format("{}{} ({}), {}; to mend: {}\n",
                                 severity == Severity::error ? "" : "warning: ", rule.title,
                                 rule.name, counted(kind.count, "time", "times"), rule.remedy);
  for (const Diagnostic& problem : kind.kept) text += full_text(problem, severity);
  for (const std::string& example : kind.examples) text += "  " + example + '\n';
  const uint64_t rest = kind.count - kind.kept.size();
  if (rest != 0 && !kind.kept.empty()) text += "... and " + with_separators(rest) + " more\n";
  return text + '\n';
}

std::string notice_line(const Notice& notice) {
  std::string text = "  " + with_separators(notice.count) + ' ' + notice.text;
  std::string_view separator = ": ";
  for (const std::string& example : notice.examples) {
    text += separator;
    text += example;
    separator = notice.name == kConversionNotice ? "; " : ", ";
  }
  // The order is shown by its first place alone.
  const bool is_list = notice.name != "not-sorted-by-time";
  if (is_list && !notice.examples.empty() && notice.count > notice.examples.size()) {
    text += ", ...";
  }
  return text + '\n';
}

// Lines of a label and a figure, in columns; an indented label belongs to the one above.
class Figures {
 public:
  void add(std::string label, std::string figure) {
    lines_.emplace_back("  " + std::move(label), std::move(figure));
  }
  void add(std::string label, uint64_t number) { add(std::move(label), with_separators(number)); }
  void add_part(const std::string& label, uint64_t number, const std::string& remark = {}) {
    add("  " + label, with_separators(number));
    if (!remark.empty()) remarks_.resize(lines_.size() - 1), remarks_.push_back(remark);
  }

  [[nodiscard]] std::string text() const {
    std::size_t label_width = 0;
    std::size_t figure_width = 0;
    for (const auto& [label, figure] : lines_) {
      label_width = std::max(label_width, characters(label));
      figure_width = std::max(figure_width, is_number(figure) ? figure.size() : 0);
    }
    std::string text;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto& [label, figure] = lines_[i];
      text += label + std::string(label_width - characters(label) + 2, ' ');
      if (is_number(figure)) text.append(figure_width - figure.size(), ' ');
      text += figure;
      if (i < remarks_.size() && !remarks_[i].empty()) text += "  " + remarks_[i];
      text += '\n';
    }
    return text;
  }

 private:
  static bool is_number(std::string_view text) {
    return text.find_first_not_of("0123456789,") == std::string_view::npos;
  }
  // Characters of UTF-8 text; near enough for other bytes.
  static std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
  }

  std::vector<std::pair<std::string, std::string>> lines_;
  std::vector<std::string> remarks_;
};

constexpr std::string_view kObjects[kTypeKinds] = {"containers", "states", "pieces of variables",
                                                   "punctual events", "links"};

std::string density_text(const Contents& contents) {
  std::string text;
  if (const auto density = contents.events_per_time()) {
    text = fmt::format("{:.6g} timed events per second", *density);
  }
  if (const auto density = contents.events_per_container()) {
    text += fmt::format("{}{:.6g} per container", text.empty() ? "" : ", ", *density);
    if (const auto in_time = contents.events_per_time()) {
      const auto containers = static_cast<double>(contents.objects_by_kind[0]);
      text += fmt::format(", {:.6g} per container and second", *in_time / containers);
    }
  }
  return text.empty() ? "none" : text;
}

void add_totals(Figures& figures, const ValidationReport& report) {
  const Contents& contents = report.contents;
  figures.add("size", fmt::format("{}, {}", bytes_text(static_cast<double>(contents.counts.bytes)),
                                  counted(contents.counts.lines, "line", "lines")));
  if (const auto& span = contents.time_span) {
    figures.add("time span", fmt::format("{} to {} (length {})", span->start, span->end,
                                         fmt::format("{:.9g}", span->length())));
  } else {
    figures.add("time span", "none");
  }
  figures.add("density", density_text(contents));
  if (const auto& deepest = contents.deepest_state) {
    figures.add("greatest state depth",
                fmt::format("{} (0 is outermost), first in '{}' at {}", deepest->depth,
                            deepest->container, deepest->start));
  }
}

std::string contents_text(const ValidationReport& report) {
  const Contents& contents = report.contents;
  Figures figures;
  add_totals(figures, report);
  figures.add("event definitions", contents.event_definitions);
  figures.add("events", contents.counts.events);
  for (const EventRule& rule : all_event_rules()) {
    const uint64_t count = contents.events_by_kind[static_cast<std::size_t>(rule.kind)];
    if (count != 0) figures.add_part(std::string(rule.name), count);
  }
  figures.add("types", [&] {
    uint64_t sum = 0;
    for (const uint64_t count : contents.types_by_kind) sum += count;
    return sum;
  }());
  for (std::size_t kind = 0; kind < kTypeKinds; ++kind) {
    const uint64_t count = contents.types_by_kind[kind];
    if (count != 0) {
      figures.add_part("of kind " + std::string(spelling(static_cast<TypeKind>(kind))), count);
    }
  }
  figures.add("values", contents.defined_values + contents.undefined_values);
  if (contents.undefined_values != 0) {
    figures.add_part("defined", contents.defined_values);
    figures.add_part("only used", contents.undefined_values);
  }
  figures.add(std::string(kObjects[0]), contents.objects_by_kind[0]);
  for (const auto& of_type : contents.containers_by_type) {
    figures.add_part("of type " + of_type.type, of_type.count,
                     of_type.destroyed == 0
                         ? ""
                         : fmt::format("({} destroyed)", with_separators(of_type.destroyed)));
  }
  for (std::size_t kind = 1; kind < kTypeKinds; ++kind) {
    figures.add(std::string(kObjects[kind]), contents.objects_by_kind[kind]);
  }
  figures.add("unmatched links", report.errors.count_of(Rule::incomplete_link));
  return figures.text();
}

// `2 errors of 1 kind, 3 warnings of 2 kinds`
std::string result_text(const ValidationReport& report) {
  const auto of_kinds = [](const ProblemList& list, std::string_view one, std::string_view many) {
    return fmt::format("{} of {}", counted(list.count(), one, many),
                       counted(list.kinds().size(), "kind", "kinds"));
  };
  if (report.errors.empty() && report.warnings.empty()) return "no problems";
  std::string text =
      report.errors.empty() ? "no errors" : of_kinds(report.errors, "error", "errors");
  if (!report.warnings.empty()) {
    text += ", " + of_kinds(report.warnings, "warning", "warnings");
  }
  return text;
}

}  // namespace

std::string text_report(const ValidationReport& report) {
  std::string text;
  for (const auto& kind : report.errors.kinds()) text += problem_kind(kind, Severity::error);
  for (const auto& kind : report.warnings.kinds()) text += problem_kind(kind, Severity::oddity);
  if (report.sorting) text += report.sorting->text() + '\n';
  if (!report.notices.empty()) {
    text += "Worth knowing, but valid:\n";
    for (const Notice& notice : report.notices) text += notice_line(notice);
    text += '\n';
  }
  text += "What the trace holds:\n" + contents_text(report) + '\n';
  text += report.file + ": " + result_text(report) + '\n';
  return text;
}

}  // namespace paje::tools
