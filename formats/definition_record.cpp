#include "formats/definition_record.hpp"

#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paje::rastro {

namespace {

// The original counts the event itself as field 0; ours follow in the order of FieldName. Types
// are in the order of FieldType.
constexpr uint32_t code_of(FieldName name) { return static_cast<uint32_t>(name) + 1; }
constexpr uint32_t code_of(FieldType type) { return static_cast<uint32_t>(type); }
constexpr uint32_t kMostFieldName = code_of(FieldName::user_defined);
constexpr uint32_t kMostFieldType = code_of(FieldType::color);
static_assert(kMostFieldName == 16 && kMostFieldType == 6, "README.md, \"Definitions\"");

// Codes of poti's, whose fields have names of their own.
constexpr uint32_t kSize = 35;
constexpr uint32_t kMark = 36;

// Of a definition in a message.

// The event that an id stands for where there are no names: the event's own number, or one of
// poti's numbers of events with further fields.
std::optional<EventKind> kind_without_name(uint16_t id) {
  constexpr uint16_t kStartLinkSizeMark = 22;
  constexpr uint16_t kStartLinkSize = 23;
  constexpr uint16_t kPushStateMark = 25;
  if (id < kEventKinds) return static_cast<EventKind>(id);
  if (id == kStartLinkSizeMark || id == kStartLinkSize) return EventKind::start_link;
  if (id == kPushStateMark) return EventKind::push_state;
  return std::nullopt;
}

bool needs_names(const EventDefinition& definition, uint16_t type) {
  return type != static_cast<uint16_t>(definition.kind) || !definition.user_defined().empty();
}

// Takes a record of type 999 apart; the first problem it meets stays.
class DefinitionReader {
 public:
  DefinitionReader(const Record& record, uint64_t offset, MendedWords& mended)
      : offset_(offset), mended_(mended) {
    for (const Field& field : record.fields) {
      switch (field.code) {
        case FieldCode::u32:
          codes_.push_back(&field);
          break;
        case FieldCode::string:
          names_.push_back(&field);
          break;
        case FieldCode::u64:
          ids_.push_back(&field);
          break;
        default:
          refuse(field, std::string(description(field.code)), "a u32, a u64 or a string");
      }
    }
  }

  bool read(NumberedDefinition& numbered) {
    return !error_ && read_counts() && read_id(numbered) && read_kind(numbered) &&
           read_fields(numbered.definition) && find_missing(numbered.definition);
  }
  [[nodiscard]] std::optional<RecordError>& error() { return error_; }

 private:
  bool refuse_at(uint64_t place, std::optional<Rule> rule, std::string found,
                 std::string expected) {
    if (!error_) error_ = {offset_ + place, std::move(found), std::move(expected), rule};
    return false;
  }
  bool refuse(const Field& field, std::string found, std::string expected,
              std::optional<Rule> rule = {}) {
    return refuse_at(field.offset, rule, std::move(found), std::move(expected));
  }

  bool read_counts() {
    if (codes_.size() % 2 == 0) {
      return refuse_at(0, {}, "a definition of " + std::to_string(codes_.size()) + " u32",
                       "an odd number of them: an id, and two for each field");
    }
    if (ids_.size() > 1) return refuse(*ids_[1], "a second u64", "only one, the original id");
    std::size_t user_defined = 0;
    for (std::size_t i = 1; i < codes_.size(); i += 2) {
      if (codes_[i]->bits == kMostFieldName) ++user_defined;
    }
    if (!names_.empty() && names_.size() != user_defined + 1) {
      return refuse_at(
          0, {}, "a definition of " + std::to_string(names_.size()) + " names",
          std::to_string(user_defined + 1) + ": of the event, and of each user-defined field");
    }
    return true;
  }

  bool read_id(NumberedDefinition& numbered) {
    const uint64_t type = codes_[0]->bits;
    if (!is_event_type(type)) {
      return refuse(*codes_[0], "event id " + std::to_string(type),
                    "an id up to 16381 other than 888 and 999");
    }
    numbered.type = static_cast<uint16_t>(type);
    numbered.definition.id =
        ids_.empty() ? numbered.type : std::bit_cast<int64_t>(ids_.front()->bits);
    return true;
  }

  bool read_kind(NumberedDefinition& numbered) {
    if (names_.empty()) {
      const auto kind = kind_without_name(numbered.type);
      if (!kind) {
        return refuse(*codes_[0], "event id " + std::to_string(numbered.type) + " without a name",
                      "an id up to 18, one of 22, 23 and 25, or a name", Rule::unknown_event_name);
      }
      numbered.definition.kind = *kind;
      return true;
    }
    const std::string name = next_name(0);
    const auto kind = event_kind(name);
    if (!kind) {
      return refuse(*names_.front(), beginning(name), "the name of a Paje event",
                    Rule::unknown_event_name);
    }
    numbered.definition.kind = *kind;
    return true;
  }

  bool read_fields(EventDefinition& definition) {
    definition.fields.reserve(codes_.size() / 2);
    FieldSet seen = 0;
    for (std::size_t i = 1; i < codes_.size(); i += 2) {
      FieldDefinition field;
      if (!read_field(*codes_[i], *codes_[i + 1], definition.kind, field)) return false;
      if (field.name != FieldName::user_defined && (seen & bit(field.name)) != 0) {
        return refuse(*codes_[i], beginning(field.text), "each field once", Rule::duplicate_field);
      }
      seen |= bit(field.name);
      definition.fields.push_back(std::move(field));
    }
    definition.index_fields();
    return true;
  }

  bool read_field(const Field& code, const Field& type, EventKind kind, FieldDefinition& field) {
    if (code.bits == 0) return refuse(code, "field code 0", "a code from 1 on");
    if (type.bits > kMostFieldType) {
      return refuse(type, "type code " + std::to_string(type.bits), "a code from 0 to 6",
                    Rule::unknown_field_type);
    }
    field.type = static_cast<FieldType>(type.bits);
    field.text = name_of_field(code.bits);
    // The original has codes for fields of other events, too, which mean nothing for this one; and
    // a name means what it does in text.
    field.name = field_name(kind, field.text, false);
    const FieldName meant = field_name(kind, field.text, true);
    if (field.name == meant) return true;
    return refuse(code, beginning(field.text), "'" + std::string(spelling(meant)) + "'",
                  Rule::old_field_name);
  }

  std::string name_of_field(uint64_t code) {
    if (code < kMostFieldName) return std::string(spelling(static_cast<FieldName>(code - 1)));
    if (code == kSize) return "Size";
    if (code == kMark) return "Mark";
    if (code != kMostFieldName) return "Field" + std::to_string(code);
    ++user_defined_;
    if (names_.empty()) return "UserDefined" + std::to_string(user_defined_);
    return next_name(user_defined_);
  }

  std::string next_name(std::size_t number) {
    const Field& name = *names_[number];
    return name_of(name.text, number, offset_ + name.offset, mended_);
  }

  bool find_missing(const EventDefinition& definition) {
    for (std::size_t i = 0; i < kFieldNames; ++i) {
      const auto name = static_cast<FieldName>(i);
      if ((rule_of(definition.kind).required & bit(name)) == 0) continue;
      if (definition.position(name) != EventDefinition::kAbsent) continue;
      return refuse_at(0, Rule::missing_field, definition.to_text(kMostShownDefinition),
                       "a field '" + std::string(spelling(name)) + "' among its fields");
    }
    return true;
  }

  uint64_t offset_;
  MendedWords& mended_;
  std::vector<const Field*> codes_;
  std::vector<const Field*> names_;
  std::vector<const Field*> ids_;
  std::size_t user_defined_ = 0;  // read so far
  std::optional<RecordError> error_;
};

}  // namespace

void append_definition(std::string& out, const EventDefinition& definition, uint16_t type,
                       Names names) {
  // In librastro's order: u64, u32, strings.
  std::vector<Field> fields;
  if (definition.id != type)
    fields.push_back(Field::of_u64(std::bit_cast<uint64_t>(definition.id)));
  fields.push_back(Field::of_u32(type));
  for (const FieldDefinition& field : definition.fields) {
    fields.push_back(Field::of_u32(code_of(field.name)));
    fields.push_back(Field::of_u32(code_of(field.type)));
  }
  if (names == Names::always || needs_names(definition, type)) {
    fields.push_back(Field::of_text(rule_of(definition.kind).name));
    for (const int position : definition.user_defined()) {
      fields.push_back(Field::of_text(definition.fields[static_cast<std::size_t>(position)].text));
    }
  }
  append_record(out, {.type = kDefinitionType, .time_base = {}, .time = 0, .fields = fields});
}

std::optional<RecordError> read_definition(const Record& record, uint64_t offset,
                                           NumberedDefinition& numbered, MendedWords& mended) {
  DefinitionReader reader(record, offset, mended);
  reader.read(numbered);
  return std::move(reader.error());
}

}  // namespace paje::rastro
