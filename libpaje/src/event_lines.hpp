// Where the events of a chunk stand and what defines them, told for few events, of those with a
// problem mostly: so little is written for each, and of plain lines nothing but where some hundred
// of them begin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paje {

class EventLines {
 public:
  struct Place {
    uint64_t offset;                     ///< of the event's line, or record, in the chunk's text
    std::optional<uint32_t> definition;  ///< its number in the DefinitionList; of plain lines none
  };

  void clear() { entries_.clear(); }
  /// Adds the next event.
  void add(uint32_t event, uint64_t offset, uint32_t definition) {
    entries_.push_back({offset, event, definition});
  }
  /// Adds the next events: one in each line from `offset` on, until others are added.
  void add_plain(uint32_t first_event, uint64_t offset) {
    entries_.push_back({offset, first_event, kPlain});
  }

  /// Of an event that was added. O(log n), and some hundred lines of the chunk's text.
  [[nodiscard]] Place place(uint32_t event, std::string_view text) const {
    const Entry& entry = *(std::upper_bound(entries_.begin(), entries_.end(), event,
                                            [](uint32_t wanted, const Entry& other) {
                                              return wanted < other.first_event;
                                            }) -
                           1);
    if (entry.definition != kPlain) return {entry.offset, entry.definition};
    uint64_t offset = entry.offset;
    for (uint32_t line = entry.first_event; line < event; ++line) {
      offset = text.find('\n', offset) + 1;
    }
    return {offset, std::nullopt};
  }
  /// The place of the event whose line begins at `offset`, if there is one. The same time.
  [[nodiscard]] std::optional<Place> place_at(uint64_t offset, uint32_t event_count,
                                              std::string_view text) const {
    const auto next =
        std::upper_bound(entries_.begin(), entries_.end(), offset,
                         [](uint64_t wanted, const Entry& other) { return wanted < other.offset; });
    if (next == entries_.begin()) return std::nullopt;
    const uint32_t end = next == entries_.end() ? event_count : next->first_event;
    const Entry& entry = *(next - 1);
    if (entry.definition != kPlain) {
      return entry.offset == offset ? std::optional(Place{offset, entry.definition}) : std::nullopt;
    }
    uint64_t at = entry.offset;
    for (uint32_t line = entry.first_event; line < end; ++line) {
      if (at == offset) return Place{offset, std::nullopt};
      at = text.find('\n', at) + 1;
    }
    return std::nullopt;
  }

 private:
  static constexpr uint32_t kPlain = UINT32_MAX;

  struct Entry {
    uint64_t offset;
    uint32_t first_event;
    uint32_t definition;  // or kPlain
  };

  std::vector<Entry> entries_;  // in order
};

}  // namespace paje
