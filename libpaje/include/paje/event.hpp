// Events as written in a trace: the kinds of lines, the declaration of their fields, and a decoded
// line. Independent of the replay.
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

/// The fields with a meaning for the replay; any other name is user_defined.
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

/// A set of field names, one bit for each.
using FieldSet = uint32_t;
[[nodiscard]] constexpr FieldSet bit(FieldName name) {
  return FieldSet{1} << static_cast<unsigned>(name);
}

/// The format's rule for one kind of event.
struct EventRule {
  EventKind kind;
  std::string_view name;  ///< `PajePushState`
  FieldSet required;
  FieldSet optional;
};

/// One row for each kind, in the order of the enumeration. The only place that defines event names.
PAJE_EXPORT std::span<const EventRule> all_event_rules();
PAJE_EXPORT const EventRule& rule_of(EventKind kind);
PAJE_EXPORT std::optional<EventKind> event_kind(std::string_view name);

/// The format's spelling of a field name; empty for user_defined.
PAJE_EXPORT std::string_view spelling(FieldName name);
PAJE_EXPORT std::string_view spelling(FieldType type);
PAJE_EXPORT std::optional<FieldType> field_type(std::string_view text);

/// The field that `text` names in an event of `kind`; user_defined for names that are not in the
/// format. Old spellings (`SourceContainer`) count only if `old_names` is set; `FileName` always
/// means Filename.
PAJE_EXPORT FieldName field_name(EventKind kind, std::string_view text, bool old_names);

/// Whether `text` is the format's spelling of a field of some event. A user-defined field of that
/// name is not kept with objects: see EventDefinition::kept_fields().
PAJE_EXPORT bool is_field_spelling(std::string_view text);

/// Whether `text` is one of the spellings of earlier versions of the format.
PAJE_EXPORT bool is_old_field_name(std::string_view text);

struct FieldDefinition {
  FieldName name = FieldName::user_defined;
  FieldType type = FieldType::string;
  std::string text;  ///< the name as the trace spells it
};

/// An `%EventDef`: the fields, in order, of lines that start with `id`.
struct PAJE_EXPORT EventDefinition {
  static constexpr int kAbsent = -1;

  EventKind kind = EventKind::define_container_type;
  int64_t id = 0;
  std::vector<FieldDefinition> fields;

  /// Index in `fields` of a field that the replay uses, or kAbsent.
  [[nodiscard]] int position(FieldName name) const {
    return positions_[static_cast<std::size_t>(name)];
  }
  /// Indices of the user-defined fields, in order.
  [[nodiscard]] std::span<const int> user_defined() const { return user_defined_; }
  /// Indices of user-defined fields whose names have no meaning in any event. Only these are kept
  /// with objects and printed, as in the reference.
  [[nodiscard]] std::span<const int> kept_fields() const { return kept_; }

  /// Call this when `fields` is complete: it computes the results of position(), user_defined() and
  /// kept_fields().
  void index_fields();

  /// `PajePushState 12: Time date, Type string, ...`, for messages. Cut to `most` bytes, with the
  /// number of fields that are not shown.
  [[nodiscard]] std::string to_text(std::size_t most = SIZE_MAX) const;

 private:
  std::array<int, kFieldNames> positions_ = filled_positions();
  std::vector<int> user_defined_;
  std::vector<int> kept_;

  static constexpr std::array<int, kFieldNames> filled_positions() {
    std::array<int, kFieldNames> positions{};
    positions.fill(kAbsent);
    return positions;
  }
};

/// A field of an event: a number if the replay needs one (times, values of variables), otherwise
/// text. Views point into the input and are valid as long as the Event that they belong to.
class FieldValue {
 public:
  FieldValue() = default;
  static FieldValue of_number(double number) {
    return FieldValue(std::bit_cast<uint64_t>(number), kNumber);
  }
  /// `text` excludes the quotes; if `quoted`, the bytes before and after it are quotes.
  static FieldValue of_text(std::string_view text, bool quoted) {
    return FieldValue(reinterpret_cast<uintptr_t>(text.data()),
                      text.size() | (quoted ? kQuoted : 0));
  }

  [[nodiscard]] bool is_number() const { return (size_ & kNumber) != 0; }
  [[nodiscard]] double number() const { return std::bit_cast<double>(payload_); }
  [[nodiscard]] bool quoted() const { return (size_ & kQuoted) != 0; }
  /// The word without quotes; empty for a number.
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

/// An event of a trace, in file order. Valid only during the call that delivers it.
struct Event {
  const EventDefinition* definition = nullptr;
  std::span<const FieldValue> fields;  ///< an element for each of definition->fields
  uint64_t line = 0;                   ///< line of its file, from 1; 0 for a file without lines
  std::string_view file;               ///< name of the file, as in messages
  std::string_view from_line;          ///< the available input from the start of that line on

  /// The line as written in the input, without its newline; empty for a binary trace. O(length of
  /// the line).
  [[nodiscard]] std::string_view text() const { return from_line.substr(0, from_line.find('\n')); }
  [[nodiscard]] EventKind kind() const { return definition->kind; }
  /// When it happens; nothing for definitions.
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

/// Parses `r g b` or `r,g,b`, with an optional fourth part, or `rrggbb`; nothing for other text. If
/// one of the first three parts is above 1, all three are on a scale of 0 to 255.
PAJE_EXPORT std::optional<Color> parse_color(std::string_view text);

/// Parses a decimal number as C's strtod accepts it in the C locale (sign, exponent, `inf`, `nan`),
/// correctly rounded; nothing unless all of `text` is one number.
PAJE_EXPORT std::optional<double> parse_number(std::string_view text);

}  // namespace paje
