// The decoding plan of a fast line, per event id, packed in four bytes, so that a vector holds
// those of many lines.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paje/event.hpp"

namespace paje {

class LinePlan {
 public:
  /// A list of plans by id has that many at least, whatever ids there are.
  static constexpr std::size_t kSmallIds = 64;

  /// What lines have besides time, type and container.
  enum Part : uint32_t { kNumber = 1U << 13U, kValue = 1U << 14U, kLink = 1U << 15U };

  /// Of lines that are never fast: no line has its number of words.
  LinePlan() = default;

  struct Layout {
    uint32_t definition;  ///< its number in the DefinitionList
    EventKind kind;
    uint32_t parts;  ///< some of Part
    bool pair_begins_with_type;
    uint32_t words;  ///< of a line, the event's id being one
    uint32_t value;  ///< position of the field, if there is one
  };
  /// Whether the plan can hold that.
  [[nodiscard]] static bool fits(const Layout& layout) {
    return layout.definition < 1U << 12U && layout.words < 1U << 8U && layout.value < 1U << 3U;
  }
  explicit LinePlan(const Layout& layout)
      : bits_(layout.definition << 20U | layout.value << 17U |
              (layout.pair_begins_with_type ? 1U << 16U : 0U) | layout.parts |
              static_cast<uint32_t>(layout.kind) << 8U | layout.words) {}

  [[nodiscard]] uint32_t definition() const { return bits_ >> 20U; }
  [[nodiscard]] uint32_t value() const { return bits_ >> 17U & 7U; }
  [[nodiscard]] uint32_t pair_begins_with_type() const { return bits_ >> 16U & 1U; }
  [[nodiscard]] EventKind kind() const { return static_cast<EventKind>(bits_ >> 8U & 31U); }
  [[nodiscard]] bool has(Part part) const { return (bits_ & part) != 0; }
  [[nodiscard]] uint32_t words() const { return bits_ & 255U; }

 private:
  uint32_t bits_ = 0;
};
static_assert(sizeof(LinePlan) == 4);

}  // namespace paje
