// Where the events of a chunk are and what defines them, stored for few events, of those with a
// problem mostly: so little is written for each, and of fast lines nothing but where some hundred
// of them begin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paje {

class EventPlaces {
 public:
  struct Place {
    uint64_t offset;                     ///< of the event's line, or record, in the chunk's text
    std::optional<uint32_t> definition;  ///< its number in the DefinitionList; of fast lines none
  };

  void clear() { entries_.clear(); }
  /// Adds the next event; `line` is the number of lines before.
  void add(uint32_t event, uint64_t offset, uint32_t line, uint32_t definition) {
    entries_.push_back({offset, event, line, definition});
  }
  /// Adds the next events: one in each line from `offset` on, until others are added.
  void add_fast(uint32_t first_event, uint64_t offset, uint32_t line) {
    entries_.push_back({offset, first_event, line, kFast});
  }

  /// Of an event that was added. O(log n), and some hundred lines of the chunk's text.
  [[nodiscard]] Place place(uint32_t event, std::string_view text) const {
    const Entry& entry = entries_[entry_of(event, 0)];
    if (entry.definition != kFast) return {entry.offset, entry.definition};
    uint64_t offset = entry.offset;
    for (uint32_t line = entry.first_event; line < event; ++line) {
      offset = text.find('\n', offset) + 1;
    }
    return {offset, std::nullopt};
  }
  /// The number of lines before that of an event that was added. `near` is where to look first,
  /// and becomes where it was: for events in order that is O(1) mostly, else it is O(log n).
  [[nodiscard]] uint32_t line(uint32_t event, std::size_t& near) const {
    if (near >= entries_.size() || entries_[near].first_event > event) near = 0;
    if (goes_beyond(near, event)) ++near;
    if (goes_beyond(near, event)) near = entry_of(event, near);
    const Entry& entry = entries_[near];
    return entry.definition == kFast ? entry.line + (event - entry.first_event) : entry.line;
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
    if (entry.definition != kFast) {
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
  static constexpr uint32_t kFast = UINT32_MAX;

  struct Entry {
    uint64_t offset;
    uint32_t first_event;
    uint32_t line;        // lines before
    uint32_t definition;  // or kFast
  };

  // Whether the event follows all of an entry.
  [[nodiscard]] bool goes_beyond(std::size_t entry, uint32_t event) const {
    return entry + 1 < entries_.size() && entries_[entry + 1].first_event <= event;
  }
  [[nodiscard]] std::size_t entry_of(uint32_t event, std::size_t from) const {
    const auto behind = std::upper_bound(
        entries_.begin() + static_cast<std::ptrdiff_t>(from), entries_.end(), event,
        [](uint32_t wanted, const Entry& other) { return wanted < other.first_event; });
    return static_cast<std::size_t>(behind - entries_.begin()) - 1;
  }

  std::vector<Entry> entries_;  // in order
};

}  // namespace paje
