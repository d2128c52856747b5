// What scanner and parser share during one parse_text(): the text, where the scanner is in it, and
// the definition or event line being put together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/parse_text.hpp"

namespace paje::grammar {

/// Offsets of a token or rule in the text; Bison's location type.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Driver {
 public:
  Driver(std::string_view text, Handler& handler) : text_(text), handler_(handler) {}

  // For the scanner.
  std::size_t read(char* buffer, std::size_t capacity) {
    const std::size_t size = std::min(capacity, text_.size() - read_);
    std::memcpy(buffer, text_.data() + read_, size);
    // Flex scans a token anew at each NUL in it. To the grammar, one is a byte like others, and
    // words are taken from the text itself.
    std::replace(buffer, buffer + size, '\0', '\x01');
    read_ += size;
    return size;
  }
  void begin_token() { span_.begin = span_.end; }
  void extend_token(std::size_t length) { span_.end += length; }
  void shorten_token(std::size_t length) { span_.end = span_.begin + length; }
  [[nodiscard]] Span span() const { return span_; }
  [[nodiscard]] Word word() const { return {text_of(span_), false, span_.begin}; }
  [[nodiscard]] Word quoted_word() const {
    return {text_of({span_.begin + 1, span_.end - 1}), true, span_.begin};
  }
  [[nodiscard]] std::string_view text_of(Span span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  // For the parser.
  void begin_definition(const Word& event_name, const Word& id, std::size_t offset) {
    definition_ = {event_name, id, {}, offset};
    definition_is_broken_ = false;
  }
  void begin_broken_definition() {
    definition_ = {};
    definition_is_broken_ = true;
  }
  void add_field(const Word& name, const Word& type) { definition_.fields.push_back({name, type}); }
  void break_definition() { definition_is_broken_ = true; }
  void end_definition() {
    if (!definition_is_broken_) go_on_ = go_on_ && handler_.on_definition(definition_);
  }
  void leave_definition_unfinished();
  void report_more_words(const Word& first) {
    report({Rule::words_after_definition, first.offset, std::string(first.text),
            "the end of the line"});
  }
  void begin_event(const Word& id) { words_.assign(1, id); }
  void add_word(const Word& word) { words_.push_back(word); }
  void end_event() { go_on_ = go_on_ && handler_.on_event(words_); }

  // For both. The scanner may be a word ahead of the parser, so that what it finds wrong is
  // reported only when the parser gets there.
  void keep(SyntaxProblem problem) { kept_ = std::move(problem); }
  void report_kept() { report(std::move(kept_)); }
  void report(SyntaxProblem problem) { go_on_ = go_on_ && handler_.on_problem(problem); }
  [[nodiscard]] bool stopped() const { return !go_on_; }

 private:
  std::string_view text_;
  Handler& handler_;
  std::size_t read_ = 0;
  Span span_;
  Definition definition_;
  bool definition_is_broken_ = false;
  std::vector<Word> words_;
  SyntaxProblem kept_;
  bool go_on_ = true;
};

}  // namespace paje::grammar
