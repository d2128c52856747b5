// The events of a Chrome trace, read in pieces on all threads and handed on in order, on one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "exchange/chrome/event.hpp"
#include "exchange/chrome/scanner.hpp"
#include "exchange/importer.hpp"

namespace paje::exchange {

/// What comes of the events of one piece.
class ChromeEvents {
 public:
  virtual ~ChromeEvents() = default;
  /// The next event, which begins at byte `offset`, on any thread: `parser` and `losses` are those
  /// of the piece. The event's words stay as long as the input and the parser. May throw
  /// UnfitChromeEvent.
  virtual void add(const ChromeEvent& event, uint64_t offset, ChromeParser& parser,
                   Losses& losses) = 0;
  /// Adds the events to the trace, in their order, and forgets them. Called for one piece after the
  /// other, on one thread.
  virtual void add_to_trace(ChromeParser& parser) = 0;
};

/// Phases of events that become objects and happen at a time.
bool is_timed_phase(char phase);
/// Of the event that ends something: it has no category of its own.
bool has_category_of_begin(char phase);

/// Reads the events from `first` on, which `scanner` has just read, and adds them to the trace in
/// their order. Where pieces begin is guessed, and a guess is used only if the reader of the piece
/// before comes to that place: so the result does not depend on pieces or threads. Throws
/// TraceError where one event after the other would, after the events before.
using NewChromeEvents = std::function<std::unique_ptr<ChromeEvents>()>;
void read_chrome_events(const ImportSource& source, ChromeScanner& scanner, std::string_view first,
                        const NewChromeEvents& new_events);

}  // namespace paje::exchange
