// Two ways to read event lines, one language: what the decoders compiled from definitions read of a
// text, and what the grammar does, each as a line for each event and problem.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "event/bind_event.hpp"
#include "grammar/parse_text.hpp"
#include "input/chunk_decoder.hpp"

namespace paje::testing {

inline std::string shown(const EventBatch& batch, const EventHead& head,
                         const EventDefinition& definition) {
  std::string text = fmt::format("{} {} {}", head.offset, head.line, definition.id);
  for (std::size_t i = 0; i < definition.fields.size(); ++i) {
    const FieldValue& field = batch.fields_of(head)[i];
    text += field.is_number() ? fmt::format(" {:x}", std::bit_cast<uint64_t>(field.number()))
                              : fmt::format(" [{}]", field.raw());
  }
  return text;
}

inline std::string shown(const Problem& problem) {
  return fmt::format("{} at {}: {} / {}", text_of(problem.rule).name, problem.offset, problem.found,
                     problem.expected);
}

using Lines = std::vector<std::string>;

inline Lines decode(const std::string& text) {
  Lines lines;
  DefinitionTable definitions;
  EventBatch batch;
  const std::string padded = text + std::string(kPadding, ' ');
  const auto decoder = decode_text(std::string_view(padded).substr(0, text.size()), false);
  while (true) {
    batch.clear();
    const auto stop = decoder->decode(definitions, batch);
    for (const EventHead& head : batch.heads) {
      lines.push_back(shown(batch, head, definitions[head.definition]));
    }
    if (stop == ChunkDecoder::Stop::problem) lines.push_back(shown(decoder->problem()));
    if (stop == ChunkDecoder::Stop::end) return lines;
    if (stop == ChunkDecoder::Stop::definitions) {
      std::vector<Problem> problems;
      decoder->read_definitions(definitions, problems);
      for (const Problem& problem : problems) lines.push_back(shown(problem));
    }
  }
}

// The whole text through the grammar.
class GrammarReader final : public grammar::Handler {
 public:
  explicit GrammarReader(const std::string& text) : text_(text) {
    grammar::parse_text(text, *this);
  }

  bool on_definition(const grammar::Definition& parsed) override {
    std::vector<grammar::SyntaxProblem> problems;
    definitions_.add(parsed, false, problems);
    for (const grammar::SyntaxProblem& problem : problems) on_problem(problem);
    return true;
  }
  bool on_event(std::span<const grammar::Word> words) override {
    const std::size_t newline = text_.rfind('\n', words[0].offset);
    const std::size_t line = newline == std::string::npos ? 0 : newline + 1;
    std::vector<grammar::Word> in_line(words.begin(), words.end());
    for (grammar::Word& word : in_line) word.offset -= line;
    const auto before = static_cast<uint32_t>(
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(line), '\n'));
    EventBatch batch;
    const auto problem = bind_event(definitions_, in_line, line, before, batch);
    if (!batch.heads.empty()) {
      lines.push_back(shown(batch, batch.heads[0], definitions_[batch.heads[0].definition]));
    }
    if (problem) lines.push_back(shown(*problem));
    return true;
  }
  bool on_problem(const grammar::SyntaxProblem& found) override {
    lines.push_back(fmt::format("{} at {}: {} / {}", text_of(found.rule).name, found.offset,
                                found.found, found.expected));
    return true;
  }

  Lines lines;

 private:
  const std::string& text_;
  DefinitionTable definitions_;
};

}  // namespace paje::testing
