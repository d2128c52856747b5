#include "exchange/chrome/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/thread_count.hpp"
#include "exchange/bad_input.hpp"
#include "exchange/chrome/usual_event.hpp"
#include "paje/parallel.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kChunksInPiece = 4;
constexpr std::size_t kPiecesOfThread = 4;  // at once

// What one thread makes of a piece.
struct Piece {
  explicit Piece(std::unique_ptr<ChromeEvents> none) : events(std::move(none)) {}

  std::unique_ptr<ChromeEvents> events;
  Losses losses;
  ChromeParser parser{losses};
  std::optional<BadChromeTime> bad_time;  // after these events
  std::exception_ptr fault;               // the same
  std::optional<uint64_t> next;           // where the element after them begins, if it was reached

  void parse(std::string_view object, uint64_t offset) {
    events->add(parser.parse(object), offset, parser, losses);
  }

  // An event of the usual form at the beginning of `rest`: its bytes, or none if it is of another.
  std::size_t parse_usual(std::string_view rest, uint64_t offset) {
    ChromeEvent event;
    const char* const end = read_usual_event(rest.data(), rest.data() + rest.size(), event);
    if (end == nullptr) return 0;
    events->add(event, offset, parser, losses);
    return static_cast<std::size_t>(end - rest.data());
  }
};

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// A brace after `},`, as between two events, from `from` on and before `end`.
std::optional<uint64_t> guess_event(std::string_view bytes, uint64_t from, uint64_t end) {
  end = std::min<uint64_t>(end, bytes.size());
  for (uint64_t at = from; at < end; ++at) {
    at = bytes.find('{', at);
    if (at >= end) break;
    uint64_t before = at;
    const auto skip_blanks = [&] {
      while (before > from && is_blank(bytes[before - 1])) --before;
    };
    skip_blanks();
    if (before == from || bytes[before - 1] != ',') continue;
    --before;
    skip_blanks();
    if (before > from && bytes[before - 1] == '}') return at;
  }
  return std::nullopt;
}

class PieceReader {
 public:
  PieceReader(const ImportSource& source, ChromeScanner& scanner, const NewChromeEvents& new_events)
      : source_(source),
        scanner_(scanner),
        new_events_(new_events),
        piece_bytes_(std::max<std::size_t>(1, source.options.chunk_bytes) * kChunksInPiece),
        threads_(thread_count(source.options.threads)) {}

  void run(std::string_view first) {
    Pieces ready;
    auto& piece = *ready.emplace_back(new_piece());
    const auto offset = static_cast<uint64_t>(first.data() - source_.bytes.data());
    read_all(piece, [&] { piece.parse(first, offset); });
    while (!ready.back()->fault && !ready.back()->bad_time) {
      const auto at = scanner_.next_element_at();
      source_.report(scanner_.position());
      if (!at) {
        // Whatever comes after the array, and maybe another array.
        add_all_to_trace(ready);
        ready.push_back(new_piece());
        read_on(*ready.back(), UINT64_MAX);
        break;
      }
      ready = read_batch(*at, std::move(ready));
    }
    add_all_to_trace(ready);
  }

 private:
  using Pieces = std::vector<std::unique_ptr<Piece>>;

  // Runs reading that may find a fault.
  template <class Read>
  void read_all(Piece& piece, const Read& read) const {
    try {
      read();
    } catch (const BadChromeTime& bad) {
      piece.bad_time = bad;
    } catch (const UnfitChromeEvent& bad) {
      piece.fault = std::make_exception_ptr(
          bad_place(source_.name, source_.bytes, bad.offset, bad.title, bad.found, bad.expected));
    } catch (const TraceError&) {
      piece.fault = std::current_exception();
    }
  }

  // Reads elements that begin before `limit` from where the scanner is.
  template <class Next>
  void read_events(ChromeScanner& scanner, uint64_t limit, Piece& piece, const Next& next) const {
    std::optional<uint64_t> at = scanner.next_element_at();
    while (true) {
      const std::size_t bytes = at ? piece.parse_usual(scanner.rest(), *at) : 0;
      if (bytes != 0) {
        scanner.pass_event(bytes);
      } else {
        const std::optional<std::string_view> object = next();
        if (!object) return;
        piece.parse(*object, static_cast<uint64_t>(object->data() - source_.bytes.data()));
      }
      at = scanner.next_element_at();
      if (!at || *at < limit) continue;
      piece.next = at;
      return;
    }
  }

  // Without a guess.
  void read_on(Piece& piece, uint64_t limit) {
    read_all(piece, [&] { read_events(scanner_, limit, piece, [&] { return scanner_.next(); }); });
  }

  // With one: the piece has a `next` only if it came that far.
  void try_part(uint64_t begin, uint64_t limit, Piece& piece) const {
    const uint64_t end = std::min<uint64_t>(limit + piece_bytes_, source_.bytes.size());
    ChromeScanner part = scanner_.part(begin, end, piece.losses);
    try {
      read_events(part, limit, piece, [&] { return part.next_of_part(); });
    } catch (const JsonFault&) {
    } catch (const BadChromeTime&) {
    } catch (const UnfitChromeEvent&) {
    } catch (const TraceError&) {
    }
  }

  // Reads some pieces, the first one at `at`, while `ready` is added.
  Pieces read_batch(uint64_t at, Pieces ready) {
    std::vector<uint64_t> begins = {at};
    if (threads_ == 1) begins.push_back(at + piece_bytes_);
    while (threads_ > 1 && begins.size() <= threads_ * kPiecesOfThread) {
      const uint64_t from = begins.back() + piece_bytes_;
      const auto next = guess_event(source_.bytes, from, from + piece_bytes_);
      begins.push_back(next.value_or(from));
      if (!next) break;
    }
    const std::size_t count = begins.size() - 1;
    Pieces tried;
    for (std::size_t i = 0; i < count; ++i) tried.push_back(new_piece());
    for_each_parallel(threads_, count + 1, [&](std::size_t i) {
      if (i == 0) return add_all_to_trace(ready);
      if (threads_ > 1) try_part(begins[i - 1], begins[i], *tried[i - 1]);
    });
    return believe(begins, std::move(tried));
  }

  // Pieces that begin where the one before has ended, and others in place of those that do not.
  Pieces believe(const std::vector<uint64_t>& begins, Pieces tried) {
    Pieces believed;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      const auto at = scanner_.next_element_at();
      if (!at) break;
      if (*at >= begins[i + 1]) continue;
      if (*at == begins[i] && tried[i]->next) {
        scanner_.go_on_at(*tried[i]->next);
        believed.push_back(std::move(tried[i]));
        continue;
      }
      Piece& piece = *believed.emplace_back(threads_ > 1 ? new_piece() : std::move(tried[i]));
      read_on(piece, begins[i + 1]);
      if (piece.fault || piece.bad_time || !piece.next) break;
    }
    if (believed.empty()) believed.push_back(new_piece());
    return believed;
  }

  std::unique_ptr<Piece> new_piece() {
    if (spare_.empty()) return std::make_unique<Piece>(new_events_());
    auto piece = std::make_unique<Piece>(std::move(spare_.back()));
    spare_.pop_back();
    return piece;
  }

  void add_all_to_trace(Pieces& pieces) {
    for (const std::unique_ptr<Piece>& piece : pieces) {
      piece->events->add_to_trace(piece->parser);
      piece->parser.count_repairs();
      source_.losses.add(piece->losses);
      if (piece->fault) std::rethrow_exception(piece->fault);
      if (piece->bad_time) throw_bad_time(*piece->bad_time);
      spare_.push_back(std::move(piece->events));
    }
    pieces.clear();
  }

  [[noreturn]] void throw_bad_time(const BadChromeTime& bad) const {
    const auto at = static_cast<uint64_t>(bad.token.data() - source_.bytes.data());
    throw bad_place(source_.name, source_.bytes, at, "malformed number", bad.word,
                    fmt::format("microseconds for '{}'", bad.key));
  }

  const ImportSource& source_;
  ChromeScanner& scanner_;
  const NewChromeEvents& new_events_;
  const std::size_t piece_bytes_;
  const unsigned threads_;
  std::vector<std::unique_ptr<ChromeEvents>> spare_;  // empty, with room for those of a piece
};

}  // namespace

bool is_timed_phase(char phase) {
  return std::string_view("BEXbenSTpFstfiIRC").find(phase) != std::string_view::npos;
}

bool has_category_of_begin(char phase) {
  return std::string_view("EeFf").find(phase) != std::string_view::npos;
}

void read_chrome_events(const ImportSource& source, ChromeScanner& scanner, std::string_view first,
                        const NewChromeEvents& new_events) {
  PieceReader(source, scanner, new_events).run(first);
}

}  // namespace paje::exchange
