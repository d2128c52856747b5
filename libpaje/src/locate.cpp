#include "locate.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "message_text.hpp"
#include "parse_text.hpp"

namespace paje {

namespace {

// A definition with at most this many: those that people write have less.
constexpr std::size_t kMostShownDefinition = 2000;

std::string_view line_at(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(std::min(offset, text.size()));
  std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

class WordCollector final : public grammar::Handler {
 public:
  bool on_definition(const grammar::Definition&) override { return false; }
  bool on_event(std::span<const grammar::Word> found) override {
    words.assign(found.begin(), found.end());
    return false;
  }
  bool on_problem(const grammar::SyntaxProblem&) override { return false; }

  std::vector<grammar::Word> words;
};

// Where the word of a field begins within an event line.
std::optional<std::size_t> offset_of_field(std::string_view line, FieldName field,
                                           const EventDefinition& definition) {
  WordCollector collector;
  grammar::parse_text(line, collector);
  const int position = definition.position(field);
  const auto word = static_cast<std::size_t>(position + 1);
  if (position < 0 || word >= collector.words.size()) return std::nullopt;
  return collector.words[word].offset;
}

// The bytes of the line around the place of interest.
void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t column) {
  const std::size_t from = column > kMostShown / 2 ? column - kMostShown / 2 : 0;
  diagnostic.source_line = printable(line.substr(from, kMostShown));
  if (column < line.size()) diagnostic.caret = column - from + 1;
}

void hide_text(Diagnostic& diagnostic) {
  diagnostic.found.clear();
  diagnostic.source_line.clear();
  diagnostic.caret = 0;
  diagnostic.note = "the file does not begin as a trace does, so its text is not shown";
}

}  // namespace

uint64_t LineCounter::line_of(std::size_t offset) {
  offset = std::min(offset, text_.size());
  const auto between = text_.substr(counted_, offset - counted_);
  line_ += static_cast<uint64_t>(std::count(between.begin(), between.end(), '\n'));
  counted_ = offset;
  return line_;
}

Diagnostic locate(const Problem& problem, const ChunkPlace& place, uint64_t line,
                  const EventDefinition* definition) {
  const auto& [chunk, file, shown_from] = place;
  Diagnostic diagnostic;
  diagnostic.rule = problem.rule;
  diagnostic.where.file = file.name;
  diagnostic.found = shortened(problem.found);
  diagnostic.expected = problem.expected;
  diagnostic.note = problem.definition && definition != nullptr
                        ? definition->to_text(kMostShownDefinition)
                        : problem.note;
  diagnostic.repair = problem.repair;
  diagnostic.named_by = chain_of(file);
  std::size_t column = 0;
  if (problem.at == Problem::At::offset) column = problem.offset - problem.line_offset;
  if (chunk.binary == nullptr) {
    const std::string_view shown = line_at(chunk.text, problem.line_offset);
    if (problem.at == Problem::At::field && definition != nullptr) {
      column = offset_of_field(shown, problem.field, *definition).value_or(0);
    }
    diagnostic.where.line = line;
    diagnostic.where.column = column + 1;
    show_line(diagnostic, shown, column);
  }
  diagnostic.where.byte = chunk.offset + problem.line_offset + column;
  if (chunk.binary == nullptr && line < shown_from) hide_text(diagnostic);
  return diagnostic;
}

bool is_reported(Rule rule, const ReadOptions& options) {
  return is_error(rule) || options.on_warning;
}

void report_or_throw(Diagnostic diagnostic, const ReadOptions& options) {
  if (!is_error(diagnostic.rule)) {
    if (options.on_warning) options.on_warning(diagnostic);
    return;
  }
  if (!options.on_problem) throw TraceError(std::move(diagnostic));
  options.on_problem(diagnostic);
}

}  // namespace paje
