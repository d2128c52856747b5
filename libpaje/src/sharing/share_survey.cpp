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
    const Event event = {
        .definition = &definition,
        .fields = {events.events.fields_of(head), definition.fields.size()},
        .line = head.line,
        .file = {},
        .from_line = chunk.binary == nullptr ? chunk.text.substr(head.offset) : std::string_view()};
    look_for_odd(item, piece, event);
    const int time = definition.position(FieldName::time);
    if (time < 0) continue;
    add_time(found, head.line, event.fields[static_cast<std::size_t>(time)].number());
  }
  if (!found.rising.empty() || found.backward != 0) pieces_.push_back(std::move(found));
  return events.problems.empty();
}

void ShareSurvey::look_for_odd(uint32_t item, uint32_t piece, const Event& event) {
  std::vector<Diagnostic> found;
  const auto known = odd_.find(item);
  const std::size_t kept = known == odd_.end() ? 0 : known->second.first.size();
  const uint64_t count = find_odd_(event, most_ - kept, found);
  if (count == 0) return;
  Odd& odd = odd_[item];
  odd.count += count;
  for (Diagnostic& one : found) {
    one.where.line = event.line;
    odd.first.push_back(std::move(one));
    odd.pieces.push_back(piece);
  }
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

void put_problem(std::string& message, const Diagnostic& problem) {
  put_varint(message, static_cast<uint64_t>(problem.rule));
  put_text(message, problem.where.file);
  put_varint(message, problem.where.line);
  put_varint(message, problem.where.column);
  put_varint(message, problem.caret);
  for (const std::string* text :
       {&problem.found, &problem.expected, &problem.source_line, &problem.note}) {
    put_text(message, *text);
  }
}

Diagnostic problem_of(MessageReader& from) {
  Diagnostic problem;
  problem.rule = static_cast<Rule>(from.varint());
  problem.where.file = from.text();
  problem.where.line = from.varint();
  problem.where.column = from.varint();
  problem.caret = from.varint();
  for (std::string* text :
       {&problem.found, &problem.expected, &problem.source_line, &problem.note}) {
    *text = from.text();
  }
  return problem;
}

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

// What this process knows of the first event that comes earlier than one before it; empty if
// nothing.
std::string ShareSurvey::first_backward(const FileSet& files, const std::vector<double>& before) {
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
  if (first == nullptr) return message;
  put_varint(message, first->number);
  put(message, uint64_t{first_at.line + 1 + lines_before(files, first->item, first->piece)});
  put(message, first_at.time);
  put(message, first_at.after);
  put_text(message, files.files()[files.items()[first->item].file].path);
  return message;
}

void ShareSurvey::keep_first_backward(const std::vector<std::string>& of_all) {
  uint64_t least = UINT64_MAX;
  for (const std::string& each : of_all) {
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
}

void ShareSurvey::gather_odd(const FileSet& files, const PieceOrder& order, Exchange& exchange) {
  std::string message;
  for (auto& [item, odd] : odd_) {
    if (files.items()[item].is_dropped) continue;
    mine_.odd_count += odd.count;
    for (std::size_t i = 0; i < odd.first.size(); ++i) {
      SourceLocation& where = odd.first[i].where;
      where.line += 1 + lines_before(files, item, odd.pieces[i]);
      where.file = files.files()[files.items()[item].file].path;
      put_varint(message, order.number_of[item][odd.pieces[i]]);
      put_problem(message, odd.first[i]);
    }
  }
  std::vector<std::pair<uint64_t, Diagnostic>> all;  // with their pieces
  for (const std::string& each : exchange.gather(std::move(message))) {
    for (MessageReader from = read_message(each); has_more(from);) {
      const uint64_t piece = from.varint();
      all.emplace_back(piece, problem_of(from));
    }
  }
  // Those of one piece come from one process, in their order.
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [piece, problem] : all) {
    if (mine_.odd.size() == most_) break;
    mine_.odd.push_back(std::move(problem));
  }
}

void ShareSurvey::sum_counts(const FileSet& files, const PieceOrder& order, Exchange& exchange) {
  std::vector<uint64_t> sums(order.definitions.size());
  for (const auto& [key, count] : by_definition_) {
    const auto item = static_cast<uint32_t>(key >> 32U);
    if (files.items()[item].is_dropped) continue;
    sums[order.definitions_of_item[item][static_cast<uint32_t>(key)]] += count;
  }
  sums.push_back(mine_.backward);
  sums.push_back(mine_.odd_count);
  sums = exchange.sum(std::move(sums));
  mine_.odd_count = sums.back();
  sums.pop_back();
  mine_.backward = sums.back();
  sums.pop_back();
  mine_.by_definition = std::move(sums);
  for (std::size_t i = 0; i < order.definitions.size(); ++i) {
    const EventDefinition& definition = order.definitions[i];
    mine_.by_kind[static_cast<std::size_t>(definition.kind)] += mine_.by_definition[i];
    if (definition.position(FieldName::time) >= 0) mine_.timed += mine_.by_definition[i];
  }
}

SharedSurvey ShareSurvey::finish(const FileSet& files, const PieceOrder& order,
                                 Exchange& exchange) {
  std::erase_if(pieces_, [&](const Piece& piece) { return files.items()[piece.item].is_dropped; });
  for (Piece& piece : pieces_) piece.number = order.number_of[piece.item][piece.piece];
  keep_first_backward(
      exchange.gather(first_backward(files, times_before(order.all.size(), exchange))));
  gather_odd(files, order, exchange);
  sum_counts(files, order, exchange);
  return std::move(mine_);
}

}  // namespace paje
