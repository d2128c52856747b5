#include "exchange/operation_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "formats/text/event_text.hpp"
#include "formats/text/shortest_number.hpp"

namespace paje::exchange {

namespace {

using Kind = Operation::Kind;

constexpr std::size_t kOftenUsed = 4096;  // words

bool is_simple(const Operation& operation, const ImportedTrace& trace) {
  switch (operation.kind) {
    case Kind::create:
    case Kind::destroy:
      return false;
    case Kind::push:
    case Kind::event:
      return operation.number == 0;  // the fields that it has
    case Kind::set_variable:
      return operation.subject == 0;
    case Kind::start_link:
      return trace.links()[operation.subject].fields == 0;
    default:
      return true;
  }
}

}  // namespace

OperationLines::OperationLines(const ImportedTrace& trace, const std::vector<std::string>& types,
                               const std::vector<std::string>& containers,
                               const std::array<std::size_t, kEventKinds>& ids)
    : trace_(trace), types_(all_spelled(types)), containers_(all_spelled(containers)) {
  for (std::size_t kind = 0; kind < ids.size(); ++kind) {
    ids_[kind] = spelled(fmt::format_int(ids[kind]).str());
  }
  const std::size_t values = std::min(kOftenUsed, trace.word_count());
  for (std::size_t word = 0; word < values; ++word) {
    values_.push_back(spelled(trace.word_text(static_cast<WordIndex>(word))));
  }
}

OperationLines::Word OperationLines::spelled(std::string_view word) {
  const std::string_view quote = needs_quotes(word) ? "\"" : "";
  Word made;
  const std::size_t size = 1 + word.size() + 2 * quote.size();
  if (size > made.text.size()) return made;
  made.text[0] = ' ';
  char* at = std::copy(quote.begin(), quote.end(), made.text.data() + 1);
  at = std::copy(word.begin(), word.end(), at);
  std::copy(quote.begin(), quote.end(), at);
  made.size = static_cast<uint32_t>(size);
  return made;
}

std::vector<OperationLines::Word> OperationLines::all_spelled(
    const std::vector<std::string>& words) {
  std::vector<Word> made;
  made.reserve(words.size());
  for (const std::string& word : words) made.push_back(spelled(word));
  return made;
}

OperationLines::Word OperationLines::value(WordIndex word) const {
  return word < values_.size() ? values_[word] : spelled(trace_.word_text(word));
}

inline void OperationLines::add(char*& at, const Word& word) {
  std::memcpy(at, word.text.data(), word.text.size());
  at += word.size;
}

void OperationLines::add(char*& at, int64_t number) {
  const fmt::format_int digits(number);
  *at++ = ' ';
  at = std::copy_n(digits.data(), digits.size(), at);
}

bool OperationLines::append(std::string& text, const Operation& operation) const {
  if (!is_simple(operation, trace_)) return false;
  const Word& type = types_[operation.type];
  const Word& container = containers_[operation.container];
  if (type.size == 0 || container.size == 0) return false;
  // An id, a time, a number or two, six words.
  char line[2 * kLongestNumber + 10 * sizeof(Word)];
  char* at = line;
  add(at, ids_[static_cast<std::size_t>(operation.event_kind())]);
  *at++ = ' ';
  at = write_shortest(at, operation.written_time());
  add(at, type);
  add(at, container);
  switch (operation.kind) {
    case Kind::push:
    case Kind::set:
    case Kind::event: {
      const Word word = value(operation.subject);
      if (word.size == 0) return false;
      add(at, word);
      break;
    }
    case Kind::set_variable:
      *at++ = ' ';
      at = write_shortest(at, operation.number);
      break;
    case Kind::start_link:
    case Kind::end_link: {
      const ImportedLink& link = trace_.links()[operation.subject];
      const bool is_start = operation.kind == Kind::start_link;
      const Word& end = containers_[is_start ? link.start : link.end];
      const Word word = value(link.value);
      if (end.size == 0 || word.size == 0) return false;
      add(at, end);
      add(at, word);
      if (link.key == ImportedLink::kNumbered) {
        add(at, operation.subject);
      } else {
        const Word key = spelled(trace_.word_text(link.key));
        if (key.size == 0) return false;
        add(at, key);
      }
      if (is_start && trace_.has_messages()) {
        add(at, link.size);
        add(at, link.tag);
      }
      break;
    }
    default:
      break;
  }
  *at++ = '\n';
  // Without the blank before the id.
  text.append(line + 1, static_cast<std::size_t>(at - line) - 1);
  return true;
}

}  // namespace paje::exchange
