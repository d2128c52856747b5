// Events as written in a trace: what a line may be, how its fields are declared, and one
// decoded line. Nothing here knows of replay.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// The events of the Pajé format (FORMAT: "Definitions").
enum class EventKind : uint8_t {
  define_container_type,
  define_event_type,
  define_state_type,
  define_variable_type,
  define_link_type,
  define_entity_value,
  create_container,
  destroy_container,
  new_event,
  set_state,
  push_state,
  pop_state,
  reset_state,
  set_variable,
  add_variable,
  sub_variable,
  start_link,
  end_link,
  trace_file,
};
inline constexpr std::size_t kEventKinds = 19;

/// The fields that have a meaning for the replay; any other name is user_defined.
enum class FieldName : uint8_t {
  time,
  name,
  type,
  container,
  start_container_type,
  end_container_type,
  start_container,
  end_container,
  value,
  key,
  alias,
  color,
  line,
  file,
  filename,
  user_defined,
};
inline constexpr std::size_t kFieldNames = 16;

enum class FieldType : uint8_t {
  string,
  float_number,
  double_number,
  int_number,
  hex_number,
  date,
  color
};

/// A set of field names, as a bit for each.
using FieldSet = uint32_t;
[[nodiscard]] constexpr FieldSet bit(FieldName name) {
  return FieldSet{1} << static_cast<unsigned>(name);
}

/// What the format says of one kind of event.
struct EventRule {
  EventKind kind;
  std::string_view name;  ///< `PajePushState`
  FieldSet required;
  FieldSet optional;
};

/// One row for each kind, in the order of the enumeration. The only place where names are.
PAJE_EXPORT std::span<const EventRule> all_event_rules();
PAJE_EXPORT const EventRule& rule_of(EventKind kind);
PAJE_EXPORT std::optional<EventKind> event_kind(std::string_view name);

/// The format's spelling of a field name; empty for user_defined.
PAJE_EXPORT std::string_view spelling(FieldName name);
PAJE_EXPORT std::string_view spelling(FieldType type);
PAJE_EXPORT std::optional<FieldType> field_type(std::string_view text);

/// The field of an event of `kind` that `text` names; user_defined for a name the format does not
/// know. Old spellings (`SourceContainer`) count only when `old_names` is set; `FileName` always
/// means Filename.
PAJE_EXPORT FieldName field_name(EventKind kind, std::string_view text, bool old_names);

/// Whether `text` is one of the spellings of earlier versions of the format.
PAJE_EXPORT bool is_old_field_name(std::string_view text);

struct FieldDefinition {
  FieldName name = FieldName::user_defined;
  FieldType type = FieldType::string;
  std::string text;  ///< the name as the trace spells it
};

/// One `%EventDef`: which fields the lines that start with `id` have, in their order.
struct PAJE_EXPORT EventDefinition {
  static constexpr int kAbsent = -1;

  EventKind kind = EventKind::define_container_type;
  int64_t id = 0;
  std::vector<FieldDefinition> fields;

  /// Position of a field with a meaning in `fields`, or kAbsent.
  [[nodiscard]] int position(FieldName name) const {
    return positions_[static_cast<std::size_t>(name)];
  }
  /// Positions of the user-defined fields, in order.
  [[nodiscard]] std::span<const int> user_defined() const { return user_defined_; }
  /// Those among them whose names mean nothing in any event: what is kept with objects, and
  /// printed, as the reference does.
  [[nodiscard]] std::span<const int> extra() const { return extra_; }

  /// To be called once `fields` is complete: fills what position(), user_defined() and
  /// extra() answer.
  void index_fields();

  /// `PajePushState 12: Time date, Type string, ...`, for messages. Truncated to
  /// `most` bytes; remaining fields are shown as a count.
  [[nodiscard]] std::string to_text(std::size_t most = SIZE_MAX) const;

 private:
  std::array<int, kFieldNames> positions_ = filled_positions();
  std::vector<int> user_defined_;
  std::vector<int> extra_;

  static constexpr std::array<int, kFieldNames> filled_positions() {
    std::array<int, kFieldNames> positions{};
    positions.fill(kAbsent);
    return positions;
  }
};

/// One field of an event: a number where the replay needs one (times, values of variables), text
/// everywhere else. Views point into the input and live as long as the Event they came with.
class FieldValue {
 public:
  FieldValue() = default;
  static FieldValue of_number(double number) {
    return FieldValue(std::bit_cast<uint64_t>(number), kNumber);
  }
  /// `text` without its quotes; when `quoted`, the byte on either side of it is a quote.
  static FieldValue of_text(std::string_view text, bool quoted) {
    return FieldValue(reinterpret_cast<uintptr_t>(text.data()),
                      text.size() | (quoted ? kQuoted : 0));
  }

  [[nodiscard]] bool is_number() const { return (size_ & kNumber) != 0; }
  [[nodiscard]] double number() const { return std::bit_cast<double>(payload_); }
  [[nodiscard]] bool quoted() const { return (size_ & kQuoted) != 0; }
  /// The word without its quotes; empty for a number.
  [[nodiscard]] std::string_view text() const {
    if (is_number()) return {};
    return {reinterpret_cast<const char*>(static_cast<uintptr_t>(payload_)), size_ & ~kQuoted};
  }
  /// The word as written, quotes included; empty for a number.
  [[nodiscard]] std::string_view raw() const {
    const std::string_view bare = text();
    return quoted() ? std::string_view{bare.data() - 1, bare.size() + 2} : bare;
  }

 private:
  static constexpr uint64_t kNumber = uint64_t{1} << 63;
  static constexpr uint64_t kQuoted = uint64_t{1} << 62;

  FieldValue(uint64_t payload, uint64_t size) : payload_(payload), size_(size) {}

  uint64_t payload_ = 0;  // the number's bits or the text's address
  uint64_t size_ = 0;     // of the text, and two flags
};
static_assert(sizeof(FieldValue) == 16);

/// One event of a trace, in file order. Valid only during the call that delivers it.
struct Event {
  const EventDefinition* definition = nullptr;
  std::span<const FieldValue> fields;  ///< one for each of definition->fields
  uint64_t line = 0;                   ///< 1-based line of its file; 0 if that has no lines
  std::string_view file;               ///< its name, as messages show it
  std::string_view from_line;          ///< the input from that line on, as far as it is available

  /// The line as written in the input, without its newline; empty for events of a binary trace.
  /// O(its length).
  [[nodiscard]] std::string_view text() const { return from_line.substr(0, from_line.find('\n')); }
  [[nodiscard]] EventKind kind() const { return definition->kind; }
  /// When it happens; nothing for definitions, which have no time.
  [[nodiscard]] std::optional<double> time() const {
    const FieldValue* const value = field(FieldName::time);
    return value != nullptr && value->is_number() ? std::optional(value->number()) : std::nullopt;
  }
  /// The field of that name, or null if the definition has none.
  [[nodiscard]] const FieldValue* field(FieldName name) const {
    const int position = definition->position(name);
    return position < 0 ? nullptr : &fields[static_cast<std::size_t>(position)];
  }
};

/// A colour, each part in [0, 1].
struct Color {
  float red = 0;
  float green = 0;
  float blue = 0;
  float alpha = 1;
  friend bool operator==(const Color&, const Color&) = default;
};

/// Reads `r g b`, `r,g,b`, both with an optional fourth part, or `rrggbb`; nothing for other text.
/// If one of the first three parts is more than 1, they go up to 255.
PAJE_EXPORT std::optional<Color> parse_color(std::string_view text);

/// A decimal number as C's strtod spells them in the C locale (sign, exponent, `inf`, `nan`),
/// correctly rounded; nothing unless all of `text` is one.
PAJE_EXPORT std::optional<double> parse_number(std::string_view text);

}  // namespace paje
