#include "formats/archive/user_block.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace paje::archive {

namespace {

// More fields of one event than anybody needs.
constexpr uint64_t kMostWords = 1024;

// The events of each (definition, words), in order of these.
using Groups = std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>>;

Groups group(const UserRows& rows) {
  Groups groups;
  for (uint32_t event = 0; event < rows.definitions.size(); ++event) {
    groups[{rows.definitions[event], rows.words[event]}].push_back(event);
  }
  return groups;
}

// Where the words of each event begin, among all texts.
std::vector<uint64_t> first_words(const UserRows& rows) {
  std::vector<uint64_t> first(rows.words.size());
  uint64_t next = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = next;
    next += rows.words[i];
  }
  return first;
}

}  // namespace

void write_user_fields(const UserRows& rows, PieceWriter& out) {
  if (rows.texts.size() > kMostWords * rows.words.size()) {
    throw std::length_error("events of more than 1024 user-defined fields");
  }
  write_integers(rows.events, out.raw());
  write_integers(rows.definitions, out.raw());
  write_integers(rows.words, out.raw());
  const std::vector<uint64_t> first = first_words(rows);
  std::vector<std::string_view> column;
  for (const auto& [key, events] : group(rows)) {
    for (uint32_t word = 0; word < key.second; ++word) {
      column.clear();
      for (const uint32_t event : events) column.push_back(rows.texts[first[event] + word]);
      RowOrders orders;
      write_texts(column, orders, out);
    }
  }
}

StoredUserRows read_user_fields(ByteReader from, std::size_t rows, uint64_t definitions) {
  StoredUserRows stored;
  UserRows& made = stored.rows;
  made.events.resize(rows);
  read_integers(from, made.events);
  const uint64_t events = std::accumulate(made.events.begin(), made.events.end(), uint64_t{0});
  // Each has a word at least, which is counted in a byte.
  if (events > from.left()) from.fail(std::to_string(events) + " events", "fewer");
  made.definitions.resize(events);
  read_integers(from, made.definitions);
  made.words.resize(events);
  read_integers(from, made.words);
  for (const uint32_t definition : made.definitions) {
    if (definition >= definitions) {
      from.fail("definition " + std::to_string(definition),
                "one of " + std::to_string(definitions));
    }
  }
  const std::vector<uint64_t> first = first_words(made);
  const uint64_t texts = std::accumulate(made.words.begin(), made.words.end(), uint64_t{0});
  if (texts > kMostWords * events) from.fail(std::to_string(texts) + " words", "fewer");
  const Groups groups = group(made);
  std::size_t columns = 0;
  for (const auto& [key, of_group] : groups) columns += key.second;
  if (columns > from.left()) from.fail(std::to_string(columns) + " columns", "fewer");
  made.texts.resize(texts);
  stored.columns.reserve(columns);  // texts stay where they are
  for (const auto& [key, of_group] : groups) {
    for (uint32_t word = 0; word < key.second; ++word) {
      RowOrders orders;
      const TextList& column =
          stored.columns.emplace_back(read_texts(from, of_group.size(), orders));
      for (std::size_t i = 0; i < of_group.size(); ++i) {
        made.texts[first[of_group[i]] + word] = column[i];
      }
    }
  }
  from.end();
  return stored;
}

}  // namespace paje::archive
