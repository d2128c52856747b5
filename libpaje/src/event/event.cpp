#include "paje/event.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

namespace paje {

namespace {

constexpr FieldSet set_of(std::initializer_list<FieldName> names) {
  FieldSet set = 0;
  for (const FieldName name : names) set |= bit(name);
  return set;
}

using enum FieldName;
constexpr FieldSet kTypeDefinition = set_of({name, type});
constexpr FieldSet kPoint = set_of({time, type, container});
constexpr FieldSet kValued = kPoint | bit(value);
constexpr FieldSet kSource = set_of({line, file});
constexpr FieldSet kColored = set_of({alias, color});

// FORMAT, section 1, "Definitions". Aliases and colours are welcome wherever something is defined.
constexpr EventRule kEventRules[] = {
    {EventKind::define_container_type, "PajeDefineContainerType", kTypeDefinition, kColored},
    {EventKind::define_event_type, "PajeDefineEventType", kTypeDefinition, kColored},
    {EventKind::define_state_type, "PajeDefineStateType", kTypeDefinition, kColored},
    {EventKind::define_variable_type, "PajeDefineVariableType", kTypeDefinition, kColored},
    {EventKind::define_link_type, "PajeDefineLinkType",
     kTypeDefinition | set_of({start_container_type, end_container_type}), kColored},
    {EventKind::define_entity_value, "PajeDefineEntityValue", kTypeDefinition, kColored},
    {EventKind::create_container, "PajeCreateContainer", set_of({time, name, type, container}),
     set_of({alias, filename})},
    {EventKind::destroy_container, "PajeDestroyContainer", set_of({time, name, type}), 0},
    {EventKind::new_event, "PajeNewEvent", kValued, kSource},
    {EventKind::set_state, "PajeSetState", kValued, kSource},
    {EventKind::push_state, "PajePushState", kValued, kSource},
    {EventKind::pop_state, "PajePopState", kPoint, kSource},
    {EventKind::reset_state, "PajeResetState", kPoint, kSource},
    {EventKind::set_variable, "PajeSetVariable", kValued, 0},
    {EventKind::add_variable, "PajeAddVariable", kValued, 0},
    {EventKind::sub_variable, "PajeSubVariable", kValued, 0},
    {EventKind::start_link, "PajeStartLink", kValued | set_of({start_container, key}), kSource},
    {EventKind::end_link, "PajeEndLink", kValued | set_of({end_container, key}), kSource},
    {EventKind::trace_file, "PajeTraceFile", set_of({container, type, filename}), 0},
};
static_assert(std::size(kEventRules) == kEventKinds);

struct FieldSpelling {
  FieldName name;
  std::string_view text;
};

constexpr FieldSpelling kFieldSpellings[] = {
    {time, "Time"},
    {name, "Name"},
    {type, "Type"},
    {container, "Container"},
    {start_container_type, "StartContainerType"},
    {end_container_type, "EndContainerType"},
    {start_container, "StartContainer"},
    {end_container, "EndContainer"},
    {value, "Value"},
    {key, "Key"},
    {alias, "Alias"},
    {color, "Color"},
    {line, "Line"},
    {file, "File"},
    {filename, "Filename"},
    {user_defined, ""},
};
static_assert(std::size(kFieldSpellings) == kFieldNames);

// Spellings that some writers have for a field, next to the format's.
constexpr FieldSpelling kOtherSpellings[] = {
    {filename, "FileName"},  // GTG, ViTE
};

constexpr FieldSpelling kOldSpellings[] = {
    {type, "ContainerType"},
    {type, "EntityType"},
    {start_container_type, "SourceContainerType"},
    {end_container_type, "DestContainerType"},
    {start_container, "SourceContainer"},
    {end_container, "DestContainer"},
};

constexpr std::string_view kTypeSpellings[] = {"string", "float", "double", "int",
                                               "hex",    "date",  "color"};

}  // namespace

std::span<const EventRule> all_event_rules() { return kEventRules; }

const EventRule& rule_of(EventKind kind) { return kEventRules[static_cast<std::size_t>(kind)]; }

std::optional<EventKind> event_kind(std::string_view text) {
  for (const EventRule& rule : kEventRules) {
    if (rule.name == text) return rule.kind;
  }
  return std::nullopt;
}

std::string_view spelling(FieldName field) {
  return kFieldSpellings[static_cast<std::size_t>(field)].text;
}

std::string_view spelling(FieldType field) {
  return kTypeSpellings[static_cast<std::size_t>(field)];
}

std::optional<FieldType> field_type(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kTypeSpellings); ++i) {
    if (kTypeSpellings[i] == text) return static_cast<FieldType>(i);
  }
  return std::nullopt;
}

bool is_old_field_name(std::string_view text) {
  return std::any_of(std::begin(kOldSpellings), std::end(kOldSpellings),
                     [text](const FieldSpelling& old) { return old.text == text; });
}

FieldName field_name(EventKind kind, std::string_view text, bool old_names) {
  const EventRule& rule = rule_of(kind);
  const auto meaning = [&](FieldName candidate) {
    // A name that means nothing for this event is the user's own.
    return ((rule.required | rule.optional) & bit(candidate)) != 0 ? candidate : user_defined;
  };
  for (const FieldSpelling& spelling : kFieldSpellings) {
    if (spelling.text == text && spelling.name != user_defined) return meaning(spelling.name);
  }
  for (const FieldSpelling& other : kOtherSpellings) {
    if (other.text == text) return meaning(other.name);
  }
  if (!old_names) return user_defined;
  for (const FieldSpelling& old : kOldSpellings) {
    if (old.text == text) return meaning(old.name);
  }
  return user_defined;
}

bool is_field_spelling(std::string_view text) {
  return std::any_of(
      std::begin(kFieldSpellings), std::end(kFieldSpellings),
      [&](const FieldSpelling& field) { return !text.empty() && field.text == text; });
}

void EventDefinition::index_fields() {
  positions_ = filled_positions();
  user_defined_.clear();
  kept_.clear();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto field = static_cast<std::size_t>(fields[i].name);
    if (fields[i].name == FieldName::user_defined) {
      user_defined_.push_back(static_cast<int>(i));
      if (!is_field_spelling(fields[i].text)) kept_.push_back(static_cast<int>(i));
    } else {
      positions_[field] = static_cast<int>(i);
    }
  }
}

std::string EventDefinition::to_text(std::size_t most) const {
  std::string text(rule_of(kind).name);
  text += ' ';
  text += std::to_string(id);
  text += ':';
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string_view between = i == 0 ? " " : ", ";
    const std::string_view type = spelling(fields[i].type);
    if (text.size() + between.size() + fields[i].text.size() + 1 + type.size() > most) {
      text += i == 0 ? " " : " and ";
      text += std::to_string(fields.size() - i);
      text += i == 0 ? " fields" : " more";
      break;
    }
    text += between;
    text += fields[i].text;
    text += ' ';
    text += type;
  }
  return text;
}

namespace {

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower[i]) return false;
  }
  return true;
}

// from_chars leaves the value alone when it does not fit a double; strtod gives 0 or infinity.
double out_of_range_value(std::string_view digits, bool negative) {
  const std::size_t mark = digits.find_first_of("eEpP");
  const std::size_t integer = digits.find_first_not_of("0.");
  const bool tiny =
      mark != std::string_view::npos ? digits[mark + 1] == '-' : integer > digits.find('.');
  const double value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return negative ? -value : value;
}

std::optional<double> parse_digits(std::string_view digits, bool negative,
                                   std::chars_format format) {
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, format);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return out_of_range_value(digits, negative);
  return negative ? -value : value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  std::string_view digits = text;
  if (negative || text.starts_with('+')) digits.remove_prefix(1);
  if (digits.empty() || digits[0] == '-' || digits[0] == '+') return std::nullopt;
  if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
    return parse_digits(digits.substr(2), negative, std::chars_format::hex);
  }
  if (equal_ignoring_case(digits, "inf") || equal_ignoring_case(digits, "infinity")) {
    return negative ? -std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::infinity();
  }
  if (equal_ignoring_case(digits, "nan")) {
    return std::copysign(std::numeric_limits<double>::quiet_NaN(), negative ? -1.0 : 1.0);
  }
  return parse_digits(digits, negative, std::chars_format::general);
}

namespace {

std::optional<Color> parse_hex_color(std::string_view text) {
  if (text.size() != 6) return std::nullopt;
  uint32_t bits = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + 6, bits, 16);
  if (error != std::errc{} || stop != text.data() + 6) return std::nullopt;
  const auto part = [&](unsigned shift) {
    return static_cast<float>((bits >> shift) & 0xFFU) / 255.0F;
  };
  return Color{part(16), part(8), part(0), 1};
}

}  // namespace

std::optional<Color> parse_color(std::string_view text) {
  constexpr double kMost = 255;
  double parts[4] = {0, 0, 0, 1};
  std::size_t count = 0;
  constexpr std::string_view kBetween = " \t,";
  for (std::size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const auto part = parse_number(text.substr(at, end - at));
    if (!part || count == 4 || !(*part >= 0 && *part <= kMost)) return parse_hex_color(text);
    parts[count++] = *part;
    at = text.find_first_not_of(kBetween, end);
  }
  if (count < 3) return parse_hex_color(text);
  // StarPU writes parts from 0 to 255: all are such if one of them is more than 1. An alpha of its
  // own is not among them, for 1 stands for opaque in both.
  const bool to_255 = *std::max_element(parts, parts + 3) > 1;
  const auto scaled = [](double part, bool down) {
    return static_cast<float>(down ? part / kMost : part);
  };
  return Color{scaled(parts[0], to_255), scaled(parts[1], to_255), scaled(parts[2], to_255),
               scaled(parts[3], parts[3] > 1)};
}

}  // namespace paje
