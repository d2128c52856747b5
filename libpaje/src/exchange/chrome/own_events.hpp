// Events of a Chrome trace that pj_export wrote, as what they say of the trace that it was written
// of.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/string_arena.hpp"
#include "exchange/chrome/arguments.hpp"
#include "exchange/chrome/event.hpp"
#include "exchange/chrome/facts.hpp"

namespace paje::exchange {

/// An object, or the start or end of a link. Which members have a meaning depends on its kind.
struct OwnEvent {
  enum class Kind : uint8_t { state, variable, instant, start, end };

  Kind kind = Kind::state;
  uint32_t track = 0;  ///< of a state, the number that facts have for it
  TypeIndex type = kRoot;
  ContainerIndex container = kRoot;  ///< of an end, where the link ends
  ContainerIndex start = kRoot;      ///< of a start
  WordIndex value = 0;
  double time = 0;
  double number = 0;              ///< when a state ends, a variable's value
  std::optional<uint64_t> depth;  ///< of a state, if the file says
  uint32_t fields = 0;            ///< user-defined ones, from 1 on; 0 for none
  std::string_view id;            ///< of a start or end
  std::string_view key;           ///< of a start; of an end, the word that names nothing
  std::string_view missing;       ///< what an end should name and does not; empty: nothing
  uint64_t offset = 0;            ///< where the event begins
};

/// Those of one piece of the file.
class OwnEvents {
 public:
  explicit OwnEvents(const ChromeFacts& facts) : facts_(facts) {}

  /// Adds what the next event says, if that is anything. Phases and arguments that pj_export does
  /// not write are counted as lost. Throws UnfitChromeEvent for an event that does not fit `facts`.
  void add(const ChromeEvent& event, uint64_t offset, Losses& losses);

  [[nodiscard]] const std::vector<OwnEvent>& events() const { return events_; }
  /// User-defined fields of one that has some, to be moved from.
  [[nodiscard]] ImportedFields& fields(const OwnEvent& event) { return fields_[event.fields - 1]; }
  void clear();

 private:
  [[nodiscard]] OwnEvent state(const ChromeEvent& event);
  [[nodiscard]] OwnEvent variable(const ChromeEvent& event) const;
  [[nodiscard]] OwnEvent instant(const ChromeEvent& event) const;
  [[nodiscard]] OwnEvent start(const ChromeEvent& event);
  [[nodiscard]] OwnEvent end(const ChromeEvent& event) const;

  [[nodiscard]] std::optional<double> seconds(std::string_view microseconds) const;
  [[nodiscard]] double time(std::string_view microseconds) const;
  [[nodiscard]] double end_of(const ChromeEvent& event) const;
  [[nodiscard]] ContainerIndex thread(const ChromeEvent& event) const;
  [[nodiscard]] TypeIndex type(const ChromeEvent& event, ContainerIndex container,
                               ImportedKind kind) const;
  [[nodiscard]] WordIndex value(const ChromeEvent& event, TypeIndex type) const;
  template <class Found>
  Found need(const std::optional<Found>& found, std::string_view what, std::string_view word) const;

  const ChromeFacts& facts_;
  ExportedArguments arguments_;  // of the event that is added
  uint64_t offset_ = 0;          // where it begins
  std::string_view last_thread_;
  std::optional<uint32_t> last_track_;
  std::vector<OwnEvent> events_;
  std::vector<ImportedFields> fields_;
  StringArena keys_;
};

/// What is wrong with an event that begins at `offset`.
UnfitChromeEvent unfit_event(uint64_t offset, std::string_view what, std::string_view word);

}  // namespace paje::exchange
