// Two ways to read event lines, one language: the decoders compiled from definitions against the
// grammar, event by event and problem by problem, on lines right and wrong.
#include <gtest/gtest.h>

#include <bit>

#include "chunk_decoder.hpp"
#include "event_binding.hpp"
#include "parse_text.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

std::string shown(const EventBatch& batch, const EventHead& head,
                  const EventDefinition& definition) {
  std::string text = fmt::format("{} {} {}", head.offset, head.line, definition.id);
  for (std::size_t i = 0; i < definition.fields.size(); ++i) {
    const FieldValue& field = batch.fields_of(head)[i];
    text += field.is_number() ? fmt::format(" {:x}", std::bit_cast<uint64_t>(field.number()))
                              : fmt::format(" [{}]", field.raw());
  }
  return text;
}

std::string shown(const Problem& problem) {
  return fmt::format("{} at {}: {} / {}", text_of(problem.rule).name, problem.offset, problem.found,
                     problem.expected);
}

using Lines = std::vector<std::string>;

Lines decode(const std::string& text) {
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
    if (const auto problem = definitions_.add(parsed, false)) on_problem(*problem);
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
    if (const auto problem = bind_event(definitions_, in_line, line, before, batch)) {
      lines.push_back(shown(*problem));
    } else {
      lines.push_back(shown(batch, batch.heads[0], definitions_[batch.heads[0].definition]));
    }
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

void expect_one_language(const std::string& text) {
  const Lines fast = decode(text);
  const Lines grammar = GrammarReader(text).lines;
  for (std::size_t i = 0; i < std::max(fast.size(), grammar.size()); ++i) {
    ASSERT_EQ(i < fast.size() ? fast[i] : "nothing", i < grammar.size() ? grammar[i] : "nothing")
        << text;
  }
}

std::string mutated(std::string text, std::mt19937_64& random) {
  constexpr std::string_view kBytes = "\" \t\r\n#%0129.-eax!\x01\x80";
  for (uint64_t count = random() % 12 + 1; count > 0; --count) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = kBytes[random() % kBytes.size()];
        break;
      case 1:
        text.insert(at, 1, kBytes[random() % kBytes.size()]);
        break;
      case 2:
        text.erase(at, random() % 6);
        break;
      default:
        text.insert(at, text.substr(random() % text.size(), random() % 40));
    }
    if (text.empty()) text = "\n";
  }
  return text;
}

TEST(Decoder, ReadsWhatTheGrammarReads) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    expect_one_language(RandomTrace(seed).text(60, 5));
    if (HasFatalFailure()) return;
  }
}

TEST(Decoder, RefusesWhatTheGrammarRefuses) {
  std::mt19937_64 random(5);
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    expect_one_language(mutated(RandomTrace(seed % 50).text(30, 5), random));
    if (HasFatalFailure()) return;
  }
}

TEST(Decoder, TakesEveryWayToWriteALine) {
  const std::string text = std::string(kHeader) +
                           "17 1 E c v n\n"
                           "  17\t1  E c v n  \t\n"
                           "17 1 E c v n\r\n"
                           "17 1 E c v n# note\n"
                           "17 1 E c v n #note\n"
                           "17 1 E c \"v # v\" \"\"\n"
                           "17 1 E c v\"w %n\n"
                           "017 1 E c ! \x01\n"
                           "\"17\" \"1\" E c v n\n"
                           "17 1e0 E c v n";
  const Lines lines = decode(text);
  ASSERT_EQ(lines.size(), 10U);
  EXPECT_EQ(lines, GrammarReader(text).lines);
  EXPECT_NE(lines[5].find("[\"v # v\"] [\"\"]"), std::string::npos);
  EXPECT_NE(lines[6].find("[v\"w] [%n]"), std::string::npos);
}

TEST(Decoder, HasNoLimitOnWordsAndLines) {
  std::string text = kHeader;
  text +=
      "%EventDef PajeNewEvent 30\n% Time date\n% Type string\n% Container string\n% Value string\n";
  for (int i = 0; i < 300; ++i) text += "% Field" + std::to_string(i) + " string\n";
  text += "%EndEventDef\n30 1 E c " + std::string(3000000, 'v');
  for (int i = 0; i < 300; ++i) text += " w" + std::to_string(i);
  text += "\n30 1 E c \"" + std::string(100000, ' ') + "\" oops\n";
  const Lines lines = decode(text);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_GT(lines[0].size(), 3000000U);
  EXPECT_EQ(lines[1].substr(0, 11), "field-count");
}

}  // namespace
}  // namespace paje::testing
