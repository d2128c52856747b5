// Pajé text to events. Lines of the usual form are split and converted here, as their definition
// says; any line this cannot decode goes to the grammar, which accepts it or says what is wrong. So
// the grammar defines the language, and this is only faster.
#include <cstring>
#include <optional>
#include <utility>

#include "base/blanks.hpp"
#include "base/number.hpp"
#include "event/bind_event.hpp"
#include "grammar/parse_text.hpp"
#include "input/chunk_decoder.hpp"
#include "text/separators.hpp"
#include "text/short_line.hpp"

namespace paje {

namespace {

class FieldTaker;

bool ends_word(char c) { return is_blank(c) || c == '\n' || c == '#'; }

class TextDecoder final : public ChunkDecoder {
 public:
  TextDecoder(std::string_view text, bool old_field_names)
      : old_field_names_(old_field_names), cursor_{text.data(), text.data() + text.size()} {}

  Stop decode(const DefinitionTable& definitions, EventBatch& batch, std::size_t about) override;
  void read_definitions(DefinitionTable& definitions, std::vector<Problem>& problems) override;
  TextCursor* text() override { return &cursor_; }
  [[nodiscard]] uint32_t lines() const override { return cursor_.line; }
  [[nodiscard]] const Problem& problem() const override { return problem_; }

 private:
  enum class Line { event, blank, definition, refused };

  [[nodiscard]] const char* end() const { return cursor_.end; }
  bool decode_short_line(const DefinitionTable& definitions, EventBatch& batch, FieldValue* fields);
  Line decode_line(const DefinitionTable& definitions, Separators& separators, EventBatch& batch);
  [[nodiscard]] const char* closing_quote(const char* open) const;
  Line end_line(const char* stop, uint64_t offset, FieldTaker& fields, Separators& separators);
  bool explain_line(const DefinitionTable& definitions, EventBatch& batch);
  [[nodiscard]] const char* line_end(const char* from) const {
    const void* newline =
        from == end() ? nullptr : std::memchr(from, '\n', static_cast<std::size_t>(end() - from));
    return newline == nullptr ? end() : static_cast<const char*>(newline);
  }

  bool old_field_names_;
  TextCursor cursor_;
  Problem problem_;
};

// Takes the words of a line one by one into the fields of an event.
class FieldTaker {
 public:
  FieldTaker(const DefinitionTable& definitions, EventBatch& batch)
      : definitions_(definitions), batch_(batch) {}

  bool add(const char* begin, const char* end, bool quoted) {
    const std::string_view word(begin, static_cast<std::size_t>(end - begin));
    if (definition_ == nullptr) return read_id(word);
    if (next_ == stop_) return false;
    if (is_number(definition_->kind, field_->name)) {
      double number;
      if (!decode_number(word, number)) return false;
      *next_ = FieldValue::of_number(number);
    } else {
      *next_ = FieldValue::of_text(word, quoted);
    }
    ++next_;
    ++field_;
    return true;
  }

  [[nodiscard]] bool empty() const { return definition_ == nullptr; }
  /// Adds the event, if all its fields came.
  bool finish(uint64_t offset, uint32_t line) {
    if (next_ != stop_) return false;
    batch_.heads.push_back({offset, line, number_, static_cast<uint32_t>(batch_.used_fields)});
    batch_.used_fields += definition_->fields.size();
    return true;
  }

 private:
  bool read_id(std::string_view word) {
    const auto id = small_id(word);
    if (id < 0) return false;
    number_ = definitions_.find(id);
    if (number_ == DefinitionTable::kUnknown) return false;
    definition_ = &definitions_[number_];
    field_ = definition_->fields.data();
    next_ = batch_.room_for(definition_->fields.size());
    stop_ = next_ + definition_->fields.size();
    return true;
  }

  // Ids of one to nine digits; others are for the grammar.
  static int64_t small_id(std::string_view word) {
    if (word.empty() || word.size() > 9) return -1;
    int64_t id = 0;
    for (const char c : word) {
      const auto digit = static_cast<unsigned char>(c - '0');
      if (digit > 9) return -1;
      id = id * 10 + digit;
    }
    return id;
  }

  const DefinitionTable& definitions_;
  EventBatch& batch_;
  const EventDefinition* definition_ = nullptr;
  const FieldDefinition* field_ = nullptr;  // of the next word
  uint32_t number_ = 0;                     // of the definition
  FieldValue* next_ = nullptr;
  FieldValue* stop_ = nullptr;
};

// The next line if it is short, in the simplest form and right; else nothing is done. `fields` is
// where its fields go, in the batch.
[[gnu::always_inline]] inline bool TextDecoder::decode_short_line(
    const DefinitionTable& definitions, EventBatch& batch, FieldValue* fields) {
  const char* const line = cursor_.at;
  ShortLine words(cursor_.masks.from(line));
  if (!words.is_short_form() || line + words.length() >= end()) return false;
  unsigned stop = words.next_end();
  uint64_t id;
  if (!read_event_id(line, stop, id)) return false;
  const DefinitionTable::Recipe recipe = definitions.recipe(id);
  if (recipe.definition == DefinitionTable::kUnknown) return false;
  unsigned numbers = recipe.numbers;
  for (FieldValue* const last = fields + recipe.fields; fields != last; ++fields) {
    if (words.is_done()) return false;
    const unsigned begin = stop + 1;
    stop = words.next_end();
    const std::string_view word(line + begin, stop - begin);
    if ((numbers & 1U) != 0) {
      double number;
      if (!decode_number(word, number)) return false;
      *fields = FieldValue::of_number(number);
    } else {
      *fields = FieldValue::of_text(word, false);
    }
    numbers >>= 1U;
  }
  if (!words.is_done()) return false;
  batch.heads.push_back({cursor_.offset(), cursor_.line, recipe.definition,
                         static_cast<uint32_t>(batch.used_fields)});
  batch.used_fields += recipe.fields;
  cursor_.at = line + words.length() + 1;
  return true;
}

TextDecoder::Line TextDecoder::decode_line(const DefinitionTable& definitions,
                                           Separators& separators, EventBatch& batch) {
  const uint64_t offset = cursor_.offset();
  const char* word = cursor_.at;
  FieldTaker fields(definitions, batch);
  while (true) {
    const char* const stop = separators.next();
    const char c = stop == end() ? '\n' : *stop;
    if (ends_word(c)) {
      if (stop != word) {
        if (fields.empty() && *word == '%') return Line::definition;
        if (!fields.add(word, stop, false)) return Line::refused;
      }
      if (!is_blank(c)) return end_line(stop, offset, fields, separators);
      word = stop + 1;
    } else if (c == '"' && stop == word) {  // else an ordinary byte of the word
      const char* const close = closing_quote(stop);
      if (close == nullptr || !fields.add(stop + 1, close, true)) return Line::refused;
      word = close + 1;
      separators.restart(word);
    }
  }
}

// The end of the word that begins with this quote; null if it has none, or more follows at once.
const char* TextDecoder::closing_quote(const char* open) const {
  const char* close = open + 1;
  while (close != end() && *close != '"' && *close != '\n') ++close;
  if (close == end() || *close == '\n') return nullptr;
  const char* const after = close + 1;
  return after == end() || ends_word(*after) ? close : nullptr;
}

// Goes on to the next line from where the words of this one end, at a comment or a newline.
TextDecoder::Line TextDecoder::end_line(const char* stop, uint64_t offset, FieldTaker& fields,
                                        Separators& separators) {
  const bool is_comment = stop != end() && *stop == '#';
  if (is_comment) stop = line_end(stop);
  cursor_.at = stop == end() ? end() : stop + 1;
  if (is_comment) separators.restart(cursor_.at);
  if (fields.empty()) return Line::blank;
  return fields.finish(offset, cursor_.line) ? Line::event : Line::refused;
}

ChunkDecoder::Stop TextDecoder::decode(const DefinitionTable& definitions, EventBatch& batch,
                                       std::size_t about) {
  const char*& at = cursor_.at;
  const char* const full = static_cast<std::size_t>(end() - at) > about ? at + about : end();
  Separators separators(at, end());
  bool separators_here = true;  // whether they are where the next line is
  while (at < full) {
    (void)cursor_.scan_ahead();
    FieldValue* const fields = batch.room_for(DefinitionTable::Recipe::kMostFields);
    if (decode_short_line(definitions, batch, fields)) {
      ++cursor_.line;
      separators_here = false;
      continue;
    }
    const char* const line = at;
    if (!separators_here) separators.restart(at);
    separators_here = true;
    switch (decode_line(definitions, separators, batch)) {
      case Line::event:
      case Line::blank:
        ++cursor_.line;
        break;
      case Line::definition:
        at = line;
        return Stop::definitions;
      case Line::refused:
        at = line;
        if (!explain_line(definitions, batch)) return Stop::problem;
        separators.restart(at);
        break;
    }
  }
  return at == end() ? Stop::end : Stop::batch_full;
}

Problem located(const grammar::SyntaxProblem& found, uint64_t line_offset, uint64_t offset) {
  return {.rule = found.rule,
          .line_offset = line_offset,
          .at = Problem::At::offset,
          .offset = offset,
          .found = found.found,
          .expected = found.expected,
          .repair = found.repair};
}

// Hands what the grammar says of one event line to the definition it names.
class LineHandler final : public grammar::Handler {
 public:
  LineHandler(const DefinitionTable& definitions, EventBatch& batch, uint64_t line_offset,
              uint32_t line)
      : definitions_(definitions), batch_(batch), line_offset_(line_offset), line_(line) {}

  bool on_definition(const grammar::Definition&) override { return false; }
  bool on_event(std::span<const grammar::Word> words) override {
    problem_ = bind_event(definitions_, words, line_offset_, line_, batch_);
    return false;
  }
  bool on_problem(const grammar::SyntaxProblem& found) override {
    problem_ = located(found, line_offset_, line_offset_ + found.offset);
    return false;
  }
  [[nodiscard]] std::optional<Problem>& problem() { return problem_; }

 private:
  const DefinitionTable& definitions_;
  EventBatch& batch_;
  uint64_t line_offset_;
  uint32_t line_;
  std::optional<Problem> problem_;
};

bool TextDecoder::explain_line(const DefinitionTable& definitions, EventBatch& batch) {
  const char* const line = cursor_.at;
  const char* const stop = line_end(line);
  LineHandler handler(definitions, batch, cursor_.offset(), cursor_.line);
  grammar::parse_text({line, static_cast<std::size_t>(stop - line)}, handler);
  cursor_.at = stop == end() ? end() : stop + 1;
  ++cursor_.line;
  if (!handler.problem()) return true;
  problem_ = std::move(*handler.problem());
  return false;
}

// Takes definitions into the table.
class DefinitionHandler final : public grammar::Handler {
 public:
  DefinitionHandler(DefinitionTable& definitions, bool old_field_names, std::string_view text,
                    uint64_t text_offset, std::vector<Problem>& problems)
      : definitions_(definitions),
        old_field_names_(old_field_names),
        text_(text),
        text_offset_(text_offset),
        problems_(problems) {}

  bool on_definition(const grammar::Definition& parsed) override {
    std::vector<grammar::SyntaxProblem> found;
    definitions_.add(parsed, old_field_names_, found);
    for (const grammar::SyntaxProblem& problem : found) on_problem(problem);
    return true;
  }
  bool on_event(std::span<const grammar::Word>) override { return false; }
  bool on_problem(const grammar::SyntaxProblem& found) override {
    const std::size_t newline =
        found.offset == 0 ? std::string_view::npos : text_.rfind('\n', found.offset - 1);
    const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    problems_.push_back(located(found, text_offset_ + line, text_offset_ + found.offset));
    return true;
  }

 private:
  DefinitionTable& definitions_;
  bool old_field_names_;
  std::string_view text_;
  uint64_t text_offset_;
  std::vector<Problem>& problems_;
};

void TextDecoder::read_definitions(DefinitionTable& definitions, std::vector<Problem>& problems) {
  const char*& at = cursor_.at;
  const char* const begin = at;
  const uint64_t offset = cursor_.offset();
  // Up to the first line that is an event; blank lines and comments may be in between.
  while (at != end()) {
    const char* first = at;
    while (first != end() && is_blank(*first)) ++first;
    if (first != end() && *first != '%' && *first != '#' && *first != '\n') break;
    const char* stop = line_end(first);
    at = stop == end() ? end() : stop + 1;
    ++cursor_.line;
  }
  const std::string_view text(begin, static_cast<std::size_t>(at - begin));
  DefinitionHandler handler(definitions, old_field_names_, text, offset, problems);
  grammar::parse_text(text, handler);
}

}  // namespace

std::unique_ptr<ChunkDecoder> decode_text(std::string_view text, bool old_field_names) {
  return std::make_unique<TextDecoder>(text, old_field_names);
}

}  // namespace paje
