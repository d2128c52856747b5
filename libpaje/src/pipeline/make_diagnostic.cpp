#include "pipeline/make_diagnostic.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "event/quote_text.hpp"
#include "grammar/parse_text.hpp"
#include "paje/visible_text.hpp"
#include "pipeline/sorting/origins.hpp"

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
  if (position < 0) return std::nullopt;
  const std::size_t word = static_cast<std::size_t>(position) + 1;
  if (word >= collector.words.size()) return std::nullopt;
  return collector.words[word].offset;
}

// The bytes of the line around the place of interest.
void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t column) {
  std::size_t from = column > kMostShown / 2 ? column - kMostShown / 2 : 0;
  // Not in the middle of a character.
  for (int i = 0; i < 3 && from > 0 && whole_characters(line.substr(0, from)) < from; ++i) --from;
  const std::string_view shown = line.substr(from, kMostShown);
  diagnostic.source_line = printable(shown.substr(0, whole_characters(shown)));
  if (column >= line.size()) return;
  // Escapes are longer than what they stand for.
  diagnostic.caret = printable(line.substr(from, column - from)).size() + 1;
}

void hide_text(Diagnostic& diagnostic) {
  diagnostic.found.clear();
  diagnostic.source_line.clear();
  diagnostic.caret = 0;
  diagnostic.note = "the file does not begin as a trace does, so its text is not shown";
}

// A sorted line as written in its file, if its event goes by another id there.
struct OwnLine {
  EventDefinition definition;
  std::string text;
  std::size_t sorted_size;
};

std::optional<OwnLine> own_line(const LineOrigins& origins, std::string_view line,
                                const EventDefinition& definition) {
  const auto id = origins.own_id(definition.id);
  const std::string sorted_id = std::to_string(definition.id);
  if (!id || !line.starts_with(sorted_id)) return std::nullopt;
  OwnLine own{definition, std::to_string(*id), line.size()};
  own.definition.id = *id;
  own.text += line.substr(sorted_id.size());
  return own;
}

}  // namespace

EventPlace sorted_place(const Chunk& chunk, uint64_t offset, uint64_t line, std::size_t& near) {
  return chunk.origins->place(offset, line, near);
}

uint64_t LineCounter::line_of(std::size_t offset) {
  offset = std::min(offset, text_.size());
  const auto between = text_.substr(counted_, offset - counted_);
  line_ += static_cast<uint64_t>(std::count(between.begin(), between.end(), '\n'));
  counted_ = offset;
  return line_;
}

Diagnostic make_diagnostic(const Problem& problem, const ChunkPlace& place, uint64_t line,
                           const EventDefinition* definition) {
  const Chunk& chunk = place.chunk;
  std::optional<OwnLine> own;
  if (chunk.origins != nullptr && definition != nullptr) {
    own = own_line(*chunk.origins, line_at(chunk.text, problem.line_offset), *definition);
    if (own) definition = &own->definition;
  }
  std::size_t near = 0;
  const EventPlace there = place_of(chunk, problem.line_offset, line, place.file, near);
  // Of a file that was cut, the system shows zeros up to the end of a page.
  if (there.file->mark) there.file->mark->check();
  Diagnostic diagnostic;
  diagnostic.rule = problem.rule;
  diagnostic.where.file = there.file->name;
  diagnostic.found = shortened(problem.found);
  diagnostic.expected = problem.expected;
  diagnostic.note = problem.definition && definition != nullptr
                        ? definition->to_text(kMostShownDefinition)
                        : problem.note;
  if (problem.rule == Rule::not_time_ordered || problem.rule == Rule::destroyed_before_end) {
    diagnostic.note = "--sort reads events in the order of their times";
  }
  diagnostic.repair = problem.repair;
  diagnostic.named_by = chain_of(*there.file);
  std::size_t column = 0;
  if (problem.at == Problem::At::offset) column = problem.offset - problem.line_offset;
  if (own && column > 0) column = column + own->text.size() - own->sorted_size;
  if (chunk.binary == nullptr) {
    const std::string_view shown = own ? own->text : line_at(chunk.text, problem.line_offset);
    if (problem.at == Problem::At::field && definition != nullptr) {
      column = offset_of_field(shown, problem.field, *definition).value_or(0);
    }
    diagnostic.where.line = there.line;
    diagnostic.where.column = column + 1;
    show_line(diagnostic, shown, column);
  }
  diagnostic.where.byte = there.byte + column;
  if (chunk.binary == nullptr && line < place.shown_from) hide_text(diagnostic);
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
