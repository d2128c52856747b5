#include "sorting/group_runs.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

#include "pages.hpp"
#include "sorting/ascending.hpp"

namespace paje {

namespace {

// Where an event line's id begins and ends.
std::string_view id_of(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r\v\f"), line.size());
  const bool is_quoted = begin < line.size() && line[begin] == '"';
  const std::size_t end = is_quoted
                              ? line.find('"', begin + 1) + 1
                              : std::min(line.find_first_of(" \t\r\v\f#\n", begin), line.size());
  return line.substr(begin, end - begin);
}

class GroupMaker {
 public:
  GroupMaker(std::span<SortPiece> pieces, const SortedDefinitions& definitions,
             const SortOrder& order)
      : pieces_(pieces), definitions_(definitions), order_(order) {
    for (SortPiece& piece : pieces_) {
      rewrite(piece);
      for (auto* entries : {&piece.timed, &piece.first}) {
        for (SortEntry& entry : *entries) entry.piece = piece.number;
      }
    }
  }

  SortedRun first() {
    std::vector<SortEntry> all;
    for (SortPiece& piece : pieces_) move_to(all, piece.first);
    return gathered(all);
  }

  // Lines that are out of place among those that stay; or all of them.
  SortedRun timed(std::optional<InPlaceRun>& run, std::vector<InPlacePiece>& in_place) {
    std::vector<SortEntry> all;
    if (leave_in_place(all, run, in_place)) {
      std::sort(all.begin(), all.end(), order_);
    } else {
      for (SortPiece& piece : pieces_) move_to(all, piece.timed);
      sort_mostly_ascending(std::span(all), order_);
    }
    return gathered(all);
  }

 private:
  // At least one line of so many has to stay in place to be worth while.
  static constexpr std::size_t kLeastInPlace = 4;

  void rewrite(SortPiece& piece) const;
  static void move_to(std::vector<SortEntry>& all, std::vector<SortEntry>& some) {
    all.insert(all.end(), some.begin(), some.end());
    some.clear();
  }
  bool leave_in_place(std::vector<SortEntry>& misplaced, std::optional<InPlaceRun>& run,
                      std::vector<InPlacePiece>& in_place) const;
  static void take_in_place(const SortPiece& piece, const uint8_t* marks,
                            std::vector<SortEntry>& misplaced, InPlaceRun& run, InPlacePiece& to);
  [[nodiscard]] SortedRun gathered(std::vector<SortEntry>& entries) const;
  [[nodiscard]] const SortPiece& piece(uint32_t number) const {
    return pieces_[number - pieces_.front().number];
  }
  std::span<SortPiece> pieces_;
  const SortedDefinitions& definitions_;
  const SortOrder& order_;
};

// Lines whose definition goes by another id get it.
void GroupMaker::rewrite(SortPiece& piece) const {
  if (!definitions_.any_renumbered() || piece.chunk.binary != nullptr) return;
  for (auto* entries : {&piece.timed, &piece.first}) {
    for (SortEntry& entry : *entries) {
      if (!definitions_.is_renumbered(entry.piece)) continue;
      const std::string_view line = piece.chunk.text.substr(entry.offset, entry.size);
      char id[24];
      const char* const id_end =
          std::to_chars(id, id + sizeof id, definitions_.id(entry.piece)).ptr;
      const std::string_view own = id_of(line);
      const std::string_view rest = line.substr(static_cast<std::size_t>(own.end() - line.begin()));
      piece.rewritten.emplace_back(entry.offset, static_cast<uint32_t>(piece.records.size()));
      piece.records.append(id, static_cast<std::size_t>(id_end - id));
      piece.records.append(rest.data(), rest.size());
      entry.size = static_cast<uint32_t>(static_cast<std::size_t>(id_end - id) + rest.size());
    }
  }
  std::sort(piece.rewritten.begin(), piece.rewritten.end());
}

bool GroupMaker::leave_in_place(std::vector<SortEntry>& misplaced, std::optional<InPlaceRun>& run,
                                std::vector<InPlacePiece>& in_place) const {
  std::size_t count = 0;
  for (const SortPiece& piece : pieces_) count += piece.timed.size();
  std::vector<uint8_t> marks(count);
  MisplacedMarker<SortEntry, SortOrder> marker(order_);
  std::size_t at = 0;
  for (const SortPiece& piece : pieces_) {
    const bool piece_may_stay = piece.chunk.is_lasting && piece.rewritten.empty();
    marker.take(std::span(piece.timed), marks.data() + at, [&](const SortEntry& entry) {
      return piece_may_stay && (entry.line & kPlainLine) != 0;
    });
    at += piece.timed.size();
  }
  const auto marked = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), 1));
  if (count - marked <= count / kLeastInPlace) return false;
  misplaced.reserve(marked);
  run.emplace();
  const uint8_t* mark = marks.data();
  for (const SortPiece& piece : pieces_) {
    take_in_place(piece, mark, misplaced, *run, in_place[piece.number]);
    mark += piece.timed.size();
  }
  return true;
}

// Entries of one piece, by their marks.
void GroupMaker::take_in_place(const SortPiece& piece, const uint8_t* marks,
                               std::vector<SortEntry>& misplaced, InPlaceRun& run,
                               InPlacePiece& to) {
  uint64_t bytes = 0;
  to.stays.resize(piece.lines / 64 + 1);
  for (std::size_t i = 0; i < piece.timed.size(); ++i) {
    SortEntry entry = piece.timed[i];
    if (marks[i] != 0) {
      misplaced.push_back(entry);
      continue;
    }
    entry.line &= ~kPlainLine;
    to.stays[entry.line / 64] |= uint64_t{1} << (entry.line % 64);
    if (run.count++ % SortedRun::kStride == 0) run.samples.push_back(entry);
    run.last = entry;
    bytes += entry.size;
  }
  run.bytes += bytes;
  if (bytes == 0) {
    to = {};
    return;
  }
  to.text = piece.chunk.text;
  to.owner = piece.chunk.owner;
}

// The texts of entries, in their order.
SortedRun GroupMaker::gathered(std::vector<SortEntry>& entries) const {
  RunContents contents;
  std::size_t size = 0;
  for (const SortEntry& entry : entries) size += entry.size + std::size_t{1};
  contents.text.resize_uninitialized(size);
  contents.entries.resize_uninitialized(entries.size());
  char* to = contents.text.data();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    SortEntry& entry = contents.entries[i] = entries[i];
    entry.line &= ~kPlainLine;
    const SortPiece& from = piece(entry.piece);
    const char* text = from.chunk.text.data() + entry.offset;
    if (from.chunk.binary != nullptr) {
      text = from.records.data() + entry.line;
      entry.line = 0;
    } else if (!from.rewritten.empty()) {
      const auto found = std::lower_bound(from.rewritten.begin(), from.rewritten.end(),
                                          std::pair(entry.offset, uint32_t{0}));
      if (found != from.rewritten.end() && found->first == entry.offset) {
        text = from.records.data() + found->second;
      }
    }
    std::memcpy(to, text, entry.size);
    to += entry.size;
    if (from.chunk.binary != nullptr || (entry.size > 0 && to[-1] == '\n')) continue;
    *to++ = '\n';
    ++entry.size;
  }
  contents.text.resize_uninitialized(static_cast<std::size_t>(to - contents.text.data()));
  return make_run(std::move(contents));
}

}  // namespace

GroupRuns make_group_runs(std::span<SortPiece> pieces, const SortedDefinitions& definitions,
                          const SortOrder& order, std::vector<InPlacePiece>& in_place) {
  GroupMaker maker(pieces, definitions, order);
  GroupRuns runs;
  runs.first = maker.first();
  runs.timed = maker.timed(runs.in_place, in_place);
  for (SortPiece& piece : pieces) {
    const std::string_view text = piece.chunk.text;
    // Lines that stay are read again much later.
    if (in_place[piece.number].owner != nullptr) release_pages(text.data(), text.size());
    piece.chunk = {};
  }
  return runs;
}

}  // namespace paje
