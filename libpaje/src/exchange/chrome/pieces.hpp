// The events of a Chrome trace, read in pieces on all threads and handed on in order, on one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "exchange/chrome/event.hpp"
#include "exchange/chrome/json_fields.hpp"
#include "exchange/chrome/scanner.hpp"
#include "exchange/importer.hpp"

namespace paje::exchange {

struct ReadChromeEvent {
  ChromeEvent event;
  uint64_t offset = 0;
  ImportedFields fields;  ///< of its arguments and category, if these were asked for
};

/// Which events get fields.
enum class ChromeFieldsOf : uint8_t { nothing, objects };

/// Phases of events that become objects and happen at a time.
bool is_timed_phase(char phase);
/// Of the event that ends something: it has no category of its own.
bool has_category_of_begin(char phase);

/// Reads the events from `first` on, which `scanner` has just read, and calls take(event, parser)
/// for each in their order. Where pieces begin is guessed, and believed only if the reader of the
/// piece before comes to that place: so what is taken does not depend on pieces or threads. Throws
/// TraceError where one event after the other would, after the events before.
using TakeChromeEvent = std::function<void(ReadChromeEvent& event, ChromeParser& parser)>;
void read_chrome_events(const ImportSource& source, ChromeScanner& scanner, std::string_view first,
                        ChromeFieldsOf fields, const TakeChromeEvent& take);

}  // namespace paje::exchange
