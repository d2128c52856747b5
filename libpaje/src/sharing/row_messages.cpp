#include "sharing/row_messages.hpp"

#include <vector>

namespace paje {

void put_fields(const UserFields& fields, UserFields::Reference last, std::string& message) {
  std::vector<UserFields::Reference> chain;
  fields.chain(last, chain);
  for (const UserFields::Reference piece : chain) {
    uint32_t words = 0;
    std::string texts;
    fields.for_each_word(piece, [&](uint32_t, std::string_view word) {
      ++words;
      put_text(texts, word);
    });
    put_varint(message, fields.definition(piece));
    put_varint(message, words);
    message += texts;
  }
}

UserFields::Reference take_fields(std::string_view message, UserFields& fields,
                                  UserFields::Reference before) {
  MessageReader from = read_message(message);
  while (has_more(from)) {
    const auto definition = static_cast<uint32_t>(from.varint());
    std::vector<std::string_view> words(from.varint());
    for (std::string_view& word : words) word = from.text();
    before = fields.add_words(words, definition, before);
  }
  return before;
}

// The column stays empty as long as nothing has fields.
void add_reference(TraceData& data, TypeKind kind, UserFields::Reference reference) {
  PodVector<UserFields::Reference>& column = data.user_references(kind);
  if (column.empty() && reference == UserFields::kNone) return;
  const std::size_t rows = data.starts_of(kind).size();
  while (column.size() + 1 < rows) column.push_back(UserFields::kNone);
  column.push_back(reference);
}

namespace {

void put_links(const StoredLinks& links, std::string& message) {
  const std::size_t rows = links.start.size();
  put_column(message, links.start.span());
  put_column(message, links.end.span());
  put_column(message, links.value.span());
  put_column(message, links.start_container.span());
  put_column(message, links.end_container.span());
  put_varint(message, rows == 0 ? 0 : links.key_begin[rows]);
  put_column(message, links.key_begin.span().subspan(rows == 0 ? 0 : 1, rows));
  put_column(message, links.key_text.span());
}

void take_links(MessageReader& from, std::size_t rows, StoredLinks& links) {
  take_column(from, rows, links.start);
  take_column(from, rows, links.end);
  take_column(from, rows, links.value);
  take_column(from, rows, links.start_container);
  take_column(from, rows, links.end_container);
  const uint64_t bytes = from.varint();
  if (links.key_begin.empty()) links.key_begin.push_back(0);
  const uint64_t before = links.key_text.size();
  const std::size_t first = links.key_begin.size();
  take_column(from, rows, links.key_begin);
  for (std::size_t i = first; i < links.key_begin.size(); ++i) links.key_begin[i] += before;
  take_column(from, bytes, links.key_text);
}

}  // namespace

void put_rows(const CollectedRows& rows, TypeKind kind, std::string& message) {
  const TraceData& data = rows.data;
  const std::size_t count = data.starts_of(kind).size();
  put_varint(message, count);
  switch (kind) {
    case TypeKind::state:
      put_column(message, data.states.start.span());
      put_column(message, data.states.end.span());
      put_column(message, data.states.value.span());
      put_column(message, data.states.depth.span());
      break;
    case TypeKind::variable:
      put_column(message, data.variables.start.span());
      put_column(message, data.variables.end.span());
      put_column(message, data.variables.value.span());
      break;
    case TypeKind::event:
      put_column(message, data.events.time.span());
      put_column(message, data.events.value.span());
      break;
    default:
      put_links(data.links, message);
  }
  const auto& references = data.user_references(kind);
  put(message, static_cast<uint8_t>(!references.empty()));
  if (references.empty()) return;
  std::string fields;
  for (std::size_t row = 0; row < count; ++row) {
    fields.clear();
    if (row < references.size()) put_fields(rows.fields, references[row], fields);
    put_text(message, fields);
  }
}

void take_rows(MessageReader& from, TypeKind kind, TraceData& data, UserFields& fields) {
  const std::size_t count = from.varint();
  const std::size_t before = data.starts_of(kind).size();
  switch (kind) {
    case TypeKind::state:
      take_column(from, count, data.states.start);
      take_column(from, count, data.states.end);
      take_column(from, count, data.states.value);
      take_column(from, count, data.states.depth);
      break;
    case TypeKind::variable:
      take_column(from, count, data.variables.start);
      take_column(from, count, data.variables.end);
      take_column(from, count, data.variables.value);
      break;
    case TypeKind::event:
      take_column(from, count, data.events.time);
      take_column(from, count, data.events.value);
      break;
    default:
      take_links(from, count, data.links);
  }
  if (from.number<uint8_t>() == 0) return;
  PodVector<UserFields::Reference>& column = data.user_references(kind);
  while (column.size() < before) column.push_back(UserFields::kNone);
  for (std::size_t row = 0; row < count; ++row) {
    column.push_back(take_fields(from.text(), fields, UserFields::kNone));
  }
}

}  // namespace paje
