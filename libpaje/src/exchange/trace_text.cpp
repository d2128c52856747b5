#include "exchange/trace_text.hpp"

#include <algorithm>

#include "base/thread_count.hpp"
#include "formats/text/event_text.hpp"
#include "paje/parallel.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 17U;  // about
constexpr std::size_t kMostOperations = 4096;               // of a piece
constexpr std::size_t kPiecesOfThread = 4;

}  // namespace

void EventLines::on_definition(const EventDefinition& definition) {
  append_definition(text, definition, definition.id);
}
void EventLines::on_event(const Event& event) { append_event(text, event, event.definition->id); }

std::string_view TraceText::next() {
  if (!skip_empty()) fill();
  return skip_empty() ? std::string_view(pieces_[piece_++]) : std::string_view();
}

// Whether there is another piece.
bool TraceText::skip_empty() {
  while (piece_ < count_ && pieces_[piece_].empty()) ++piece_;
  return piece_ < count_;
}

// The first piece has definitions alone.
void TraceText::fill() {
  piece_ = 0;
  EventLines definitions;
  if (!lines_) {
    events_.begin(definitions);
    lines_.emplace(trace_, events_.types(), events_.containers(), events_.ids());
  }
  const std::size_t count = trace_.operations().size();
  if (next_ < count && !events_.is_defined(trace_.in_order(next_))) {
    events_.define(trace_.in_order(next_), definitions);
  }
  const unsigned threads = thread_count(trace_.threads());
  const std::size_t end = end_of_defined(threads * kPiecesOfThread * operations_);
  const std::size_t pieces = (end - next_ + operations_ - 1) / operations_;
  count_ = 1 + pieces;
  if (pieces_.size() < count_) pieces_.resize(count_);
  pieces_[0] = std::move(definitions.text);
  const auto write_piece = [&](std::size_t i) {
    const std::size_t begin = next_ + i * operations_;
    write(begin, std::min(end, begin + operations_), pieces_[1 + i]);
  };
  if (pieces == 1) {
    write_piece(0);
  } else {
    for_each_parallel(threads, pieces, write_piece);
  }
  choose_operations(end - next_);
  next_ = end;
}

// As many for each of the next pieces as take about as much memory, whatever fields they have.
void TraceText::choose_operations(std::size_t written) {
  std::size_t bytes = 0;
  for (std::size_t i = 1; i < count_; ++i) bytes += pieces_[i].size();
  if (bytes == 0) return;
  operations_ = std::clamp(kPieceBytes * written / bytes, std::size_t{1}, kMostOperations);
}

// How far operations have their definitions.
std::size_t TraceText::end_of_defined(std::size_t most) const {
  const std::size_t end = std::min(trace_.operations().size(), next_ + most);
  if (!trace_.fields().has_any()) return end;
  std::size_t at = next_;
  while (at < end && events_.is_defined(trace_.in_order(at))) ++at;
  return at;
}

void TraceText::write(std::size_t begin, std::size_t end, std::string& text) const {
  EventLines others;
  OperationEvents::Writer writer(events_, others);
  text.clear();
  if (text.capacity() > 4 * kPieceBytes) text.shrink_to_fit();
  for (std::size_t i = begin; i < end; ++i) {
    const Operation& operation = trace_.in_order(i);
    if (lines_->append(text, operation)) continue;
    writer.write(operation);
    text += others.text;
    others.text.clear();
  }
}

void deliver_events(const ImportedTrace& trace, EventVisitor& output) {
  OperationEvents events(trace);
  events.begin(output);
  OperationEvents::Writer writer(events, output);
  for (std::size_t i = 0; i < trace.operations().size(); ++i) {
    const Operation& operation = trace.in_order(i);
    if (!events.is_defined(operation)) events.define(operation, output);
    writer.write(operation);
  }
}

}  // namespace paje::exchange
