#include "exchange/otf2/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exchange/otf2/writing/marks.hpp"

namespace paje::exchange {

namespace {

// Fields of the events themselves, which an attribute must not be taken for.
constexpr std::array kEvents = {EventKind::push_state, EventKind::start_link,
                                EventKind::set_variable};
constexpr std::array<std::string_view, 6> kOwn = {"Size",       "Tag",        "Comm",
                                                  "SourceFile", "SourceLine", "SourceEndLine"};

// An exact archive has no fields but those that were written.
bool is_reserved(std::string_view name, bool is_exact) {
  const bool is_own = !is_exact && std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
  if (is_own || is_old_field_name(name) || is_field_spelling(name)) return true;
  return std::any_of(kEvents.begin(), kEvents.end(), [&](EventKind kind) {
    return field_name(kind, name, true) != FieldName::user_defined;
  });
}

// One word that every reader of definitions takes.
std::string one_word(std::string name) {
  std::replace_if(
      name.begin(), name.end(),
      [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '%' || c == '#' ||
               c == '\x7F';
      },
      '_');
  return name;
}

bool has_name(const ImportedFields& fields, const std::string& name) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const ImportedField& field) { return field.name == name; });
}

}  // namespace

ImportedField Otf2Fields::field(std::string name, std::string_view text) {
  return {std::move(name), std::string(trace_.word_text(trace_.word(text)))};
}

FieldsIndex Otf2Fields::of_region(OTF2_RegionRef region, Otf2Attributes attributes) {
  if (!attributes.empty()) {
    return with(region_fields(region), attributes);
  }
  const auto [fields, is_new] = of_regions_.try_emplace(region);
  if (is_new) fields = trace_.add_fields(region_fields(region));
  return fields;
}

FieldsIndex Otf2Fields::of_message(OTF2_CommRef communicator, uint64_t size,
                                   Otf2Attributes attributes, bool is_link) {
  if (!attributes.empty()) {
    return with(is_link ? ImportedFields() : message_fields(communicator), attributes, size);
  }
  const auto [fields, is_new] = of_communicators_.try_emplace(communicator);
  if (is_new) fields = trace_.add_fields(message_fields(communicator));
  return fields;
}

FieldsIndex Otf2Fields::of_collective(FieldsIndex state, OTF2_CommRef communicator, uint32_t root,
                                      uint64_t sent, uint64_t received) {
  const auto [found, is_new] =
      of_collectives_.try_emplace({state, communicator, root, sent, received}, 0);
  if (!is_new) return found->second;
  ImportedFields fields = trace_.fields().fields(state);
  fields.push_back(message_fields(communicator).front());
  if (root < OTF2_COLLECTIVE_ROOT_THIS_GROUP) {
    fields.push_back(field("Root", fmt::format("{}", root)));
  }
  fields.push_back(field("SentBytes", fmt::format("{}", sent)));
  fields.push_back(field("ReceivedBytes", fmt::format("{}", received)));
  return found->second = trace_.add_fields(std::move(fields));
}

Otf2Fields::Link Otf2Fields::link_of(Otf2Attributes attributes) {
  Link link;
  for (const auto& [ref, type, value] : attributes) {
    if (type != OTF2_TYPE_STRING) continue;
    const Meaning meaning = attribute(ref).meaning;
    if (meaning == Meaning::field) continue;
    const std::string_view text = definitions_.text(value.stringRef);
    if (meaning == Meaning::type) link.type = text;
    if (meaning == Meaning::value) link.value = text;
    if (meaning == Meaning::key) link.key = text;
  }
  return link;
}

FieldsIndex Otf2Fields::of_metric(Otf2Attributes attributes) { return with({}, attributes); }

ImportedFields Otf2Fields::region_fields(OTF2_RegionRef region) {
  ImportedFields fields;
  const Otf2Region* const defined = definitions_.regions.find(region);
  if (defined == nullptr || !defined->has_lines()) return fields;
  if (definitions_.has_text(defined->file)) {
    fields.push_back(field("SourceFile", definitions_.text(defined->file)));
  }
  if (defined->begin_line != 0) {
    fields.push_back(field("SourceLine", fmt::format("{}", defined->begin_line)));
  }
  if (defined->end_line != 0) {
    fields.push_back(field("SourceEndLine", fmt::format("{}", defined->end_line)));
  }
  return fields;
}

// Communicators that share their name, or have none, are distinguished by their number.
ImportedFields Otf2Fields::message_fields(OTF2_CommRef communicator) {
  if (!has_counted_) count_names();
  const Otf2Communicator* const found = definitions_.communicators.find(communicator);
  std::string name = fmt::format("communicator {}", communicator);
  if (found != nullptr && definitions_.has_text(found->name)) {
    const std::string_view text = definitions_.text(found->name);
    name = communicator_names_.is_unique(kRoot, text) ? std::string(text)
                                                      : fmt::format("{} ({})", text, communicator);
  }
  return {field("Comm", name)};
}

void Otf2Fields::count_names() {
  has_counted_ = true;
  for (const Otf2Communicator& communicator : definitions_.communicators.values()) {
    communicator_names_.add(kRoot, definitions_.text(communicator.name));
  }
}

FieldsIndex Otf2Fields::with(ImportedFields fields, Otf2Attributes attributes, uint64_t size) {
  for (const auto& [ref, type, value] : attributes) {
    const Attribute& known = attribute(ref);
    if (known.meaning == Meaning::size && type == OTF2_TYPE_STRING) {
      fields.push_back(
          field(one_word(definitions_.text(value.stringRef, "Size")), fmt::format("{}", size)));
    }
    if (known.meaning != Meaning::field) continue;
    std::string name = known.name;
    if (has_name(fields, name)) name += fmt::format("_{}", ref);
    fields.push_back(field(std::move(name), attribute_text(type, value)));
  }
  return trace_.add_fields(std::move(fields));
}

const Otf2Fields::Attribute& Otf2Fields::attribute(OTF2_AttributeRef ref) {
  const auto [made, is_new] = attributes_.try_emplace(ref);
  if (!is_new) return made;
  const OTF2_StringRef* const defined = definitions_.attributes.find(ref);
  const OTF2_StringRef text = defined == nullptr ? OTF2_UNDEFINED_STRING : *defined;
  made.name = one_word(definitions_.text(text, fmt::format("attribute_{}", ref)));
  if (is_reserved(made.name, definitions_.is_exact)) made.name += '_';
  if (definitions_.is_exact && made.name == kSizeMark) made.meaning = Meaning::size;
  if (made.name == kTypeMark) made.meaning = Meaning::type;
  if (made.name == kValueMark) made.meaning = Meaning::value;
  if (made.name == kKeyMark) made.meaning = Meaning::key;
  return made;
}

std::string Otf2Fields::attribute_text(OTF2_Type type, const OTF2_AttributeValue& value) const {
  switch (type) {
    case OTF2_TYPE_UINT8:
      return fmt::format("{}", static_cast<unsigned>(value.uint8));
    case OTF2_TYPE_UINT16:
      return fmt::format("{}", value.uint16);
    case OTF2_TYPE_UINT32:
      return fmt::format("{}", value.uint32);
    case OTF2_TYPE_UINT64:
      return fmt::format("{}", value.uint64);
    case OTF2_TYPE_INT8:
      return fmt::format("{}", static_cast<int>(value.int8));
    case OTF2_TYPE_INT16:
      return fmt::format("{}", value.int16);
    case OTF2_TYPE_INT32:
      return fmt::format("{}", value.int32);
    case OTF2_TYPE_INT64:
      return fmt::format("{}", value.int64);
    case OTF2_TYPE_FLOAT:
      return fmt::format("{}", value.float32);
    case OTF2_TYPE_DOUBLE:
      return fmt::format("{}", value.float64);
    default:
      return reference_text(type, value);
  }
}

// What is referred to by its name; what has none by its number.
std::string Otf2Fields::reference_text(OTF2_Type type, const OTF2_AttributeValue& value) const {
  if (type == OTF2_TYPE_STRING) return std::string(definitions_.text(value.stringRef));
  if (type == OTF2_TYPE_REGION) {
    const Otf2Region* const found = definitions_.regions.find(value.regionRef);
    if (found != nullptr) {
      return definitions_.text(found->name, fmt::format("region {}", value.regionRef));
    }
  }
  if (type == OTF2_TYPE_COMM) {
    const Otf2Communicator* const found = definitions_.communicators.find(value.commRef);
    if (found != nullptr) {
      return definitions_.text(found->name, fmt::format("communicator {}", value.commRef));
    }
  }
  if (type == OTF2_TYPE_LOCATION) {
    const Otf2Location* const found = definitions_.locations.find(value.locationRef);
    if (found != nullptr) {
      return definitions_.text(found->name, fmt::format("thread {}", value.locationRef));
    }
    return fmt::format("{}", value.locationRef);
  }
  return fmt::format("{}", value.uint32);
}

}  // namespace paje::exchange
