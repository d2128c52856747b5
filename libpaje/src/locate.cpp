#include "locate.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "parse_text.hpp"

namespace paje {

namespace {

// A source line is shown with at most this many bytes, around the place of interest.
constexpr std::size_t kMostShown = 160;

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

// Bytes that would disturb a terminal are shown as '?'.
std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) c = c == '\t' ? ' ' : '?';
  }
  return shown;
}

std::string shortened(std::string_view text) {
  if (text.size() <= kMostShown) return printable(text);
  return printable(text.substr(0, kMostShown)) + "...";
}

void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t column) {
  const std::size_t from = column > kMostShown / 2 ? column - kMostShown / 2 : 0;
  diagnostic.source_line = printable(line.substr(from, kMostShown));
  if (column < line.size()) diagnostic.caret = column - from + 1;
}

}  // namespace

Diagnostic locate(const Problem& problem, const Chunk& chunk, uint64_t first_line,
                  const TraceFile& file, const EventDefinition* definition) {
  Diagnostic diagnostic;
  diagnostic.rule = problem.rule;
  diagnostic.where.file = file.name;
  diagnostic.found = shortened(problem.found);
  diagnostic.expected = problem.expected;
  diagnostic.note = problem.note;
  diagnostic.named_by = chain_of(file);
  std::size_t column = 0;
  if (problem.at == Problem::At::offset) column = problem.offset - problem.line_offset;
  if (chunk.binary == nullptr) {
    const std::string_view line = line_at(chunk.text, problem.line_offset);
    if (problem.at == Problem::At::field && definition != nullptr) {
      column = offset_of_field(line, problem.field, *definition).value_or(0);
    }
    const auto before = chunk.text.substr(0, problem.line_offset);
    diagnostic.where.line =
        first_line + static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n'));
    diagnostic.where.column = column + 1;
    show_line(diagnostic, line, column);
  }
  diagnostic.where.byte = chunk.offset + problem.line_offset + column;
  return diagnostic;
}

}  // namespace paje
