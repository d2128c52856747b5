#include "sharing/share_survey.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "pipeline/chunk_events.hpp"
#include "sharing/messages.hpp"

namespace paje {

namespace {

constexpr double kBeforeAll = -std::numeric_limits<double>::infinity();

}  // namespace

bool ShareSurvey::add(uint32_t item, uint32_t piece, const Chunk& chunk,
                      const DefinitionTable& definitions, uint32_t before) {
  DefinitionTable table;
  for (uint32_t i = 0; i < before; ++i) table.add(definitions[i]);
  ChunkEvents::Shared nothing;
  ChunkEvents events(options_, nothing);
  events.begin(Chunk(chunk));
  events.advance(table);
  while (events.wants_definitions()) {
    events.read_definitions(table);
    events.advance(table);
  }
  Piece found{.item = item, .piece = piece, .latest = kBeforeAll};
  for (const EventHead& head : events.events.heads) {
    const EventDefinition& definition = table[head.definition];
    ++by_definition_[uint64_t{item} << 32U | head.definition];
    const Event event = {.definition = &definition,
                         .fields = {events.events.fields_of(head), definition.fields.size()},
                         .line = head.line,
                         .file = {},
                         .from_line = {}};
    if (is_odd_(event)) return false;
    const int time = definition.position(FieldName::time);
    if (time < 0) continue;
    add_time(found, head.line, event.fields[static_cast<std::size_t>(time)].number());
  }
  if (!found.rising.empty() || found.backward != 0) pieces_.push_back(std::move(found));
  return events.problems.empty();
}

void ShareSurvey::add_time(Piece& piece, uint64_t line, double time) {
  if (piece.rising.empty()) piece.first = {line, time, 0};
  if (time < piece.latest) {
    ++piece.backward;
    if (!piece.first_backward) piece.first_backward = {line, time, piece.latest};
    return;
  }
  piece.rising.push_back(time);
  piece.latest = std::max(piece.latest, time);
}

std::vector<double> ShareSurvey::times_before(std::size_t pieces, Exchange& exchange) const {
  std::string message;
  for (const Piece& piece : pieces_) {
    put_varint(message, piece.number);
    put(message, piece.latest);
  }
  std::vector<double> latest(pieces + 1, kBeforeAll);
  for (const std::string& each : exchange.all_gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) {
      const uint64_t number = from.varint();
      latest[number + 1] = from.number<double>();
    }
  }
  for (std::size_t i = 1; i < latest.size(); ++i) latest[i] = std::max(latest[i], latest[i - 1]);
  return latest;
}

namespace {

// Lines of its file before a piece.
uint64_t lines_before(const FileSet& files, uint32_t item, uint32_t piece) {
  uint64_t lines = 0;
  for (const uint32_t other : files.files()[files.items()[item].file].items) {
    const auto& pieces = files.result(other).pieces;
    for (uint32_t i = 0; i < pieces.size() && (other != item || i < piece); ++i) {
      lines += pieces[i].lines;
    }
    if (other == item) break;
  }
  return lines;
}

}  // namespace

SharedSurvey ShareSurvey::finish(const FileSet& files, const PieceOrder& order,
                                 Exchange& exchange) {
  std::erase_if(pieces_, [&](const Piece& piece) { return files.items()[piece.item].is_dropped; });
  for (Piece& piece : pieces_) piece.number = order.number_of[piece.item][piece.piece];
  const std::vector<double> before = times_before(order.all.size(), exchange);
  const Piece* first = nullptr;
  At first_at;
  for (const Piece& piece : pieces_) {
    const double latest = before[piece.number];
    const auto early = std::lower_bound(piece.rising.begin(), piece.rising.end(), latest);
    mine_.backward += piece.backward + static_cast<uint64_t>(early - piece.rising.begin());
    const bool is_early = piece.first.time < latest;
    if (!is_early && !piece.first_backward) continue;
    if (first != nullptr && first->number < piece.number) continue;
    first = &piece;
    first_at = is_early ? At{piece.first.line, piece.first.time, latest} : *piece.first_backward;
  }
  std::string message;
  if (first != nullptr) {
    put_varint(message, first->number);
    put(message, uint64_t{first_at.line + 1 + lines_before(files, first->item, first->piece)});
    put(message, first_at.time);
    put(message, first_at.after);
    put_text(message, files.files()[files.items()[first->item].file].path);
  }
  uint64_t least = UINT64_MAX;
  for (const std::string& each : exchange.gather(std::move(message))) {
    if (each.empty()) continue;
    MessageReader from = read_message(each);
    if (const uint64_t number = from.varint();
        number < std::exchange(least, std::min(least, number))) {
      SharedSurvey::Backward& backward = mine_.first_backward.emplace();
      backward.line = from.number<uint64_t>();
      backward.time = from.number<double>();
      backward.after = from.number<double>();
      backward.file = from.text();
    }
  }
  std::vector<uint64_t> sums(order.definitions.size());
  for (const auto& [key, count] : by_definition_) {
    const auto item = static_cast<uint32_t>(key >> 32U);
    if (files.items()[item].is_dropped) continue;
    sums[order.definitions_of_item[item][static_cast<uint32_t>(key)]] += count;
  }
  sums.push_back(mine_.backward);
  mine_.by_definition = exchange.sum(std::move(sums));
  mine_.backward = mine_.by_definition.back();
  mine_.by_definition.pop_back();
  for (std::size_t i = 0; i < order.definitions.size(); ++i) {
    const EventDefinition& definition = order.definitions[i];
    mine_.by_kind[static_cast<std::size_t>(definition.kind)] += mine_.by_definition[i];
    if (definition.position(FieldName::time) >= 0) mine_.timed += mine_.by_definition[i];
  }
  return std::move(mine_);
}

}  // namespace paje
