#include "common/read_report.hpp"

#include <algorithm>
#include <utility>

#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "paje/clocks.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// `1 line left out`, `3 lines left out`, or a file of an archive from some place on.
std::string left_out(uint64_t count, Rule rule, const SourceLocation& where) {
  if (rule == Rule::incomplete_link) return counted(count, "half link", "half links") + " left out";
  if (where.line != 0) return counted(count, "line", "lines") + " left out";
  if (where.byte != SourceLocation::kWholeFile) {
    return counted(count, "record", "records") + " left out";
  }
  return counted(count, "file", "files") +
         (rule == Rule::unreadable_part ? " left out" : " not read to the end");
}

std::string repaired(uint64_t count, Rule rule, Repair repair, const SourceLocation& where) {
  switch (repair) {
    case Repair::left_out:
      return left_out(count, rule, where);
    case Repair::first_words_kept:
      return counted(count, "line", "lines") + " cut after the last field";
    case Repair::field_mended:
      return counted(count, "field of a definition", "fields of definitions") + " mended";
    case Repair::placed_as_told:
      return counted(count, "container", "containers") + " created where the event says";
    case Repair::counted_from_zero:
      return counted(count, "variable", "variables") + " counted from 0";
    case Repair::end_moved:
      return counted(count, "destruction", "destructions") + " moved to the last event";
  }
  return {};
}

}  // namespace

void ReadReport::attach(ReadOptions& options, bool lenient, std::string_view input) {
  options.on_clocks = [this, input = std::string(input)](const Trace& trace,
                                                         const ClockCorrection& correction) {
    const std::string name = input == "-" ? "standard input" : visible(input);
    clocks_ = name + ": " + visible(correction_text(trace, correction));
  };
  options.on_warning = [this](const Diagnostic& warning) { keep(warning); };
  if (lenient) options.on_problem = [this](const Diagnostic& problem) { repairs_.add(problem); };
}

void ReadReport::keep(const Diagnostic& warning) {
  if (text_of(warning.rule).severity == Severity::oddity) return;
  if (++warning_count_ <= kMostWarnings) warnings_.push_back(warning);
}

void RepairCounts::add(const Diagnostic& problem) {
  const RuleText& rule = text_of(problem.rule);
  const std::string_view title = problem.title.empty() ? rule.title : problem.title;
  auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.rule == problem.rule && entry.repair == problem.repair && entry.title == title;
  });
  if (found == entries_.end()) {
    entries_.push_back(
        {problem.rule, problem.repair, rule.name, std::string(title), 0, problem.where});
    found = entries_.end() - 1;
  }
  ++found->count;
}

void RepairCounts::print(std::string_view tool) const {
  for (const Entry& entry : entries_) {
    say("{}: {}: {} ({}), first at {}\n", tool,
        repaired(entry.count, entry.rule, entry.repair, entry.first), visible(entry.title),
        entry.name, place_text(entry.first));
  }
}

void ReadReport::print() {
  for (const Diagnostic& warning : std::exchange(warnings_, {})) say("{}", full_text(warning));
  if (const uint64_t all = std::exchange(warning_count_, 0); all > kMostWarnings) {
    say("{}: {}\n", tool_, counted(all - kMostWarnings, "more warning", "more warnings"));
  }
  std::exchange(repairs_, {}).print(tool_);
  if (const std::string clocks = std::exchange(clocks_, {}); !clocks.empty()) {
    say("{}: {}\n", tool_, clocks);
  }
}

}  // namespace paje::tools
