#include "sharing/piece_structure.hpp"

#include <utility>

namespace paje {

namespace {

constexpr uint8_t kNumber = 0, kText = 1, kQuotedText = 2;

}  // namespace

void put_word(const FieldValue& word, std::string& message) {
  if (word.is_number()) {
    put(message, kNumber);
    put(message, word.number());
    return;
  }
  put(message, word.quoted() ? kQuotedText : kText);
  put_text(message, word.raw());
}

FieldValue take_word(MessageReader& from) {
  const auto kind = from.number<uint8_t>();
  if (kind == kNumber) return FieldValue::of_number(from.number<double>());
  const std::string_view raw = from.text();
  if (kind == kText) return FieldValue::of_text(raw, false);
  return FieldValue::of_text(raw.substr(1, raw.size() - 2), true);
}

void StructureWriter::add(uint32_t piece, const ChunkRecords& records, std::string& message) {
  std::string values;
  add_values(records, values);
  if (values.empty() && records.structural.empty()) return;
  put_varint(message, piece);
  put_text(message, values);
  put_varint(message, records.structural.size());
  for (std::size_t i = 0; i < records.structural.size(); ++i) {
    const StructuralEvent& event = records.structural[i];
    const std::size_t end = i + 1 < records.structural.size()
                                ? records.structural[i + 1].first_field
                                : records.structural_fields.size();
    put_varint(message, event.event);
    put_varint(message, event.definition);
    put_varint(message, end - event.first_field);
    for (std::size_t field = event.first_field; field < end; ++field) {
      put_word(records.structural_fields[field], message);
    }
    const auto [definition, words] = records.user_words(event.event);
    put_varint(message, words.size());
    if (!words.empty()) put_varint(message, definition);
    for (const FieldValue& word : words) put_word(word, message);
  }
}

void StructureWriter::add_values(const ChunkRecords& records, std::string& message) {
  std::string key;
  for (const ValueUse& use : records.values) {
    key = records.words[use.type].text();
    key.push_back('\0');
    key += records.words[use.word].text();
    if (!known_values_.insert(key).second) continue;
    put_varint(message, use.event);
    put_word(records.words[use.type], message);
    put_word(records.words[use.word], message);
  }
}

StructureReader::Piece StructureReader::next(std::span<const uint32_t> definitions) {
  Piece piece;
  piece.piece = static_cast<uint32_t>(from_.varint());
  piece.records = std::make_unique<ChunkRecords>(*options_, *workspaces_);
  ChunkRecords& records = *piece.records;
  records.begin_without_text();
  MessageReader values = read_message(from_.text());
  while (paje::has_more(values)) {
    const auto event = static_cast<uint32_t>(values.varint());
    const auto word = static_cast<uint32_t>(records.words.size());
    records.words.push_back(take_word(values));
    records.words.push_back(take_word(values));
    records.values.push_back({word, word + 1, event});
  }
  const uint64_t events = from_.varint();
  for (uint64_t i = 0; i < events; ++i) {
    const auto event = static_cast<uint32_t>(from_.varint());
    const uint32_t definition = definitions[from_.varint()];
    records.structural.push_back(
        {event, definition, static_cast<uint32_t>(records.structural_fields.size())});
    const uint64_t fields = from_.varint();
    for (uint64_t field = 0; field < fields; ++field) {
      records.structural_fields.push_back(take_word(from_));
    }
    std::vector<FieldValue> words(from_.varint());
    if (words.empty()) continue;
    const uint32_t defined = definitions[from_.varint()];
    for (FieldValue& word : words) word = take_word(from_);
    records.add_user_words(event, defined, words);
  }
  return piece;
}

}  // namespace paje
