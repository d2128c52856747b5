#include "pipeline/sorting/group_runs.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/memory_pages.hpp"
#include "pipeline/sorting/ascending.hpp"
#include "pipeline/sorting/scattered.hpp"

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

  // Lines that stay where they are, as few runs.
  std::vector<InPlaceRun> in_place(std::vector<InPlacePiece>& pieces, bool with_codes) {
    std::vector<InPlaceRun> runs;
    SortPiece* before = nullptr;
    for (SortPiece& piece : pieces_) {
      if (piece.kept.count == 0) continue;
      number(piece);
      if (before == nullptr || !goes_on(*before, piece, runs.back())) runs.emplace_back();
      append(runs.back(), piece.kept);
      before = &piece;
    }
    for (SortPiece& piece : pieces_) {
      if (piece.kept.count == 0) continue;
      pieces[piece.number] = {piece.chunk.text, piece.chunk.owner, piece.kept.stays, {}};
      if (with_codes) pieces[piece.number].codes = std::exchange(piece.kept.codes, {});
    }
    return runs;
  }

  // All others.
  SortedRun timed() {
    std::vector<SortEntry> all;
    bool are_out_of_place = false;  // those that are left of lines that stay
    for (SortPiece& piece : pieces_) {
      are_out_of_place |= piece.kept.count > 0;
      move_to(all, piece.timed);
    }
    if (are_out_of_place) {
      sort_scattered(all, order_);
    } else {
      sort_mostly_ascending(std::span(all), order_);
    }
    return gathered(all);
  }

 private:
  void rewrite(SortPiece& piece) const;
  static void move_to(std::vector<SortEntry>& all, std::vector<SortEntry>& some) {
    all.insert(all.end(), some.begin(), some.end());
    some.clear();
  }
  static void number(SortPiece& piece);
  bool goes_on(SortPiece& before, SortPiece& piece, InPlaceRun& run) const;
  static void remove(SortPiece& piece, const SortEntry& entry);
  static void append(InPlaceRun& run, const KeptLines& kept);
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

void GroupMaker::number(SortPiece& piece) {
  for (auto* ends : {&piece.kept.first, &piece.kept.last}) {
    for (SortEntry& entry : *ends) entry.piece = piece.number;
  }
  for (SortEntry& sample : piece.kept.samples) sample.piece = piece.number;
}

// Whether the lines of a piece follow those of the one before it, which end the run. Few lines at
// the end of one, or at the beginning of the other, may have to be taken out for that.
bool GroupMaker::goes_on(SortPiece& before, SortPiece& piece, InPlaceRun& run) const {
  KeptLines& kept = piece.kept;
  const std::size_t ends = before.kept.recorded_ends();
  const auto& last = before.kept.last;
  std::size_t early = 0;
  while (early < kept.recorded_ends() && order_(kept.first[early], run.last)) ++early;
  std::size_t late = 0;
  while (late < ends && order_(kept.first[0], last[ends - 1 - late])) ++late;
  if (early < kept.recorded_ends() && early <= late) {
    for (std::size_t i = 0; i < early; ++i) remove(piece, kept.first[i]);
    kept.samples[0] = kept.first[early];
    kept.drop_first(early);
    return true;
  }
  if (late == ends) return false;
  for (std::size_t i = 0; i < late; ++i) {
    remove(before, last[ends - 1 - i]);
    run.bytes -= last[ends - 1 - i].size;
  }
  run.last = last[ends - 1 - late];
  while (order_(run.last, run.samples.back())) run.samples.pop_back();
  return true;
}

// An entry of those that stay becomes one of the others.
void GroupMaker::remove(SortPiece& piece, const SortEntry& entry) {
  piece.kept.stays[entry.line / 64] &= ~(uint64_t{1} << (entry.line % 64));
  piece.kept.bytes -= entry.size;
  piece.timed.push_back(entry);
}

void GroupMaker::append(InPlaceRun& run, const KeptLines& kept) {
  run.samples.insert(run.samples.end(), kept.samples.begin(), kept.samples.end());
  run.last = kept.last[kept.recorded_ends() - 1];
  run.bytes += kept.bytes;
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
    entry.line &= ~kFastLine;
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

// Lines that stay are read again much later. Pages are released together, for each time the system
// interrupts all threads.
void let_go(std::span<SortPiece> pieces, const std::vector<InPlacePiece>& in_place) {
  std::string_view mapped;
  for (SortPiece& piece : pieces) {
    const std::string_view text = piece.chunk.text;
    const bool stays = in_place[piece.number].owner != nullptr;
    piece.chunk = {};
    if (!stays) continue;
    if (mapped.data() + mapped.size() == text.data()) {
      mapped = {mapped.data(), mapped.size() + text.size()};
      continue;
    }
    if (!mapped.empty()) release_pages(mapped.data(), mapped.size());
    mapped = text;
  }
  if (!mapped.empty()) release_pages(mapped.data(), mapped.size());
}

}  // namespace

GroupRuns make_group_runs(std::span<SortPiece> pieces, const SortedDefinitions& definitions,
                          const SortOrder& order, std::vector<InPlacePiece>& in_place,
                          bool with_codes) {
  GroupMaker maker(pieces, definitions, order);
  GroupRuns runs;
  runs.first = maker.first();
  runs.in_place = maker.in_place(in_place, with_codes);
  runs.timed = maker.timed();
  let_go(pieces, in_place);
  return runs;
}

}  // namespace paje
