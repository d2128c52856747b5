#include "replay/hierarchy.hpp"
#include "event/quote_text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace paje {

// The current event and where its problems go.
struct Hierarchy::Step {
  const ChunkRecords& chunk;
  const EventDefinition& definition;
  const FieldValue* fields;
  Position at;
  uint32_t event;
  std::vector<Problem>& problems;
  bool refused = false;

  [[nodiscard]] bool has(FieldName name) const { return definition.position(name) >= 0; }
  [[nodiscard]] const FieldValue& operator[](FieldName name) const {
    return fields[definition.position(name)];
  }
  [[nodiscard]] double time() const { return (*this)[FieldName::time].number(); }
  [[nodiscard]] const FieldValue& identifier() const {
    return (*this)[has(FieldName::alias) ? FieldName::alias : FieldName::name];
  }
  void refuse(Rule rule, FieldName field, std::string expected) {
    refused = true;
    report(rule, field, std::move(expected), Repair::left_out);
  }
  void report(Rule rule, FieldName field, std::string expected, Repair repair) const {
    problems.push_back({.rule = rule,
                        .line_offset = chunk.offset(event),
                        .at = Problem::At::field,
                        .field = field,
                        .found = std::string((*this)[field].text()),
                        .expected = std::move(expected),
                        .repair = repair});
  }
};

namespace {

std::string a_kind(TypeKind kind) {
  return (kind == TypeKind::event ? "an " : "a ") + std::string(spelling(kind)) + " type";
}

}  // namespace

Hierarchy::Hierarchy(const ReadOptions& options)
    : lenient_(static_cast<bool>(options.on_problem)),
      warns_(static_cast<bool>(options.on_warning)),
      keep_user_fields_(options.keep_user_fields),
      stop_at_(options.stop_at) {
  TraceNames root = root_names();
  types = std::move(root.types);
  containers = std::move(root.containers);
  strings_ = std::move(root.strings);
  type_of_string_ = std::move(root.type_of_string);
  container_of_string_ = std::move(root.container_of_string);
  types_defined_.push_back(0);
  lives_.emplace_back();
}

void Hierarchy::remember(std::vector<uint32_t>& map, uint32_t string, uint32_t index) {
  if (map.size() <= string) {
    map.resize(std::max<std::size_t>(string + std::size_t{1}, map.size() * 2), TypeId::kNone);
  }
  map[string] = index;
}

TypeId Hierarchy::type(uint32_t string) const {
  return {string < type_of_string_.size() ? type_of_string_[string] : TypeId::kNone};
}

ContainerId Hierarchy::container(uint32_t string) const {
  return {string < container_of_string_.size() ? container_of_string_[string] : ContainerId::kNone};
}

ChunkNames Hierarchy::apply(const ChunkRecords& chunk, uint32_t number,
                            const DefinitionList& definitions, std::vector<Problem>& problems) {
  destructions_.clear();
  destroyed_.clear();
  ignored_.clear();
  ChunkNames names;
  names.chunk = number;
  names.strings.reserve(chunk.words.size());
  for (const FieldValue& word : chunk.words) {
    names.strings.push_back(strings_.number_of(word));
  }
  std::size_t next_value = 0;
  for (const StructuralEvent& event : chunk.structural) {
    // Values used before must exist before, for a definition of one of them is too late then.
    resolve_values(chunk, names, next_value, event.event);
    Step step{.chunk = chunk,
              .definition = definitions[event.definition],
              .fields = chunk.structural_fields.data() + event.first_field,
              .at = position(number, event.event),
              .event = event.event,
              .problems = problems};
    apply_event(step);
    if (step.refused && !lenient_) break;
  }
  resolve_values(chunk, names, next_value, UINT32_MAX);
  // A lenient reading may use a value before its type is defined, and again after.
  for (std::size_t i = 0; i < names.values.size(); ++i) {
    if (!names.values[i].valid()) names.values[i] = use_value(chunk, names, chunk.values[i]);
  }
  return names;
}

void Hierarchy::resolve_values(const ChunkRecords& chunk, ChunkNames& names, std::size_t& next,
                               uint32_t before_event) {
  for (; next < chunk.values.size() && chunk.values[next].event < before_event; ++next) {
    names.values.push_back(use_value(chunk, names, chunk.values[next]));
  }
}

ValueId Hierarchy::use_value(const ChunkRecords& chunk, const ChunkNames& names,
                             const ValueUse& use) {
  const TypeId type = this->type(names.strings[use.type]);
  if (!type.valid()) return {};
  const uint32_t string = names.strings[use.word];
  const auto [value, is_new] = value_numbers_.number_of(type.index, string);
  if (is_new) {
    const Name name{strings_.text(string), chunk.words[use.word].quoted()};
    values.push_back({.type = type, .name = name, .identifier = name});
  }
  return {value};
}

void Hierarchy::apply_event(Step& step) {
  switch (step.definition.kind) {
    case EventKind::define_container_type:
      return define_type(step, TypeKind::container);
    case EventKind::define_event_type:
      return define_type(step, TypeKind::event);
    case EventKind::define_state_type:
      return define_type(step, TypeKind::state);
    case EventKind::define_variable_type:
      return define_type(step, TypeKind::variable);
    case EventKind::define_link_type:
      return define_link_type(step);
    case EventKind::define_entity_value:
      return define_value(step);
    case EventKind::create_container:
      return create_container(step);
    case EventKind::destroy_container:
      return destroy_container(step);
    case EventKind::trace_file:
      return check_part(step);
    case EventKind::new_event:
    case EventKind::set_state:
    case EventKind::push_state:
    case EventKind::pop_state:
    case EventKind::reset_state:
    case EventKind::set_variable:
    case EventKind::add_variable:
    case EventKind::sub_variable:
    case EventKind::start_link:
    case EventKind::end_link:
      return;
  }
}

TypeId Hierarchy::container_type(Step& step, FieldName field) {
  const TypeId found = type(strings_.number_of(step[field]));
  if (!found.valid()) {
    step.refuse(Rule::unknown_type, field, "the alias or name of a container type defined before");
    return {};
  }
  if (const TypeKind kind = types[found.index].kind; kind != TypeKind::container) {
    step.refuse(Rule::wrong_kind_of_type, field, "a container type, not " + a_kind(kind));
    return {};
  }
  return found;
}

// Whatever a colour is, the definition counts.
std::optional<Color> Hierarchy::color_of(Step& step) const {
  if (!step.has(FieldName::color)) return std::nullopt;
  const auto color = parse_color(step[FieldName::color].text());
  if (!color && warns_) {
    step.report(Rule::bad_color, FieldName::color,
                "three or four numbers from 0 to 1, or rrggbb in hexadecimal", Repair::left_out);
  }
  return color;
}

std::optional<TypeId> Hierarchy::add_type(Step& step, Type added) {
  const uint32_t string = strings_.number_of(step.identifier());
  if (const TypeId existing = type(string); existing.valid()) {
    step.refuse(Rule::duplicate_type,
                step.has(FieldName::alias) ? FieldName::alias : FieldName::name,
                "an identifier other than that of the " +
                    std::string(spelling(types[existing.index].kind)) + " type " +
                    quoted(types[existing.index].name.text));
    return std::nullopt;
  }
  const uint32_t name = strings_.number_of(step[FieldName::name]);
  added.name = {strings_.text(name), step[FieldName::name].quoted()};
  added.identifier = {strings_.text(string), step.identifier().quoted()};
  added.has_alias = step.has(FieldName::alias);
  const TypeId id{static_cast<uint32_t>(types.size())};
  types[added.parent.index].children.push_back(id);
  types.push_back(std::move(added));
  types_defined_.push_back(step.at);
  remember(type_of_string_, string, id.index);
  return id;
}

void Hierarchy::define_type(Step& step, TypeKind kind) {
  const TypeId parent = container_type(step, FieldName::type);
  if (!parent.valid()) return;
  (void)add_type(step, {.kind = kind, .parent = parent, .color = color_of(step)});
}

void Hierarchy::define_link_type(Step& step) {
  const TypeId parent = container_type(step, FieldName::type);
  if (!parent.valid()) return;
  const TypeId start = container_type(step, FieldName::start_container_type);
  if (!start.valid()) return;
  const TypeId end = container_type(step, FieldName::end_container_type);
  if (!end.valid()) return;
  (void)add_type(step, {.kind = TypeKind::link,
                        .parent = parent,
                        .color = color_of(step),
                        .start_type = start,
                        .end_type = end});
}

void Hierarchy::define_value(Step& step) {
  const TypeId type = this->type(strings_.number_of(step[FieldName::type]));
  if (!type.valid()) {
    return step.refuse(Rule::unknown_type, FieldName::type,
                       "the alias or name of a state, event or link type defined before");
  }
  if (const TypeKind kind = types[type.index].kind;
      kind == TypeKind::container || kind == TypeKind::variable) {
    return step.refuse(Rule::wrong_kind_of_type, FieldName::type,
                       "a state, event or link type, not " + a_kind(kind));
  }
  const auto color = color_of(step);
  const uint32_t string = strings_.number_of(step.identifier());
  const auto [value, is_new] = value_numbers_.number_of(type.index, string);
  if (!is_new) {
    return step.refuse(
        Rule::duplicate_value, step.has(FieldName::alias) ? FieldName::alias : FieldName::name,
        values[value].defined
            ? "a value that the type " + quoted(types[type.index].name.text) + " does not have yet"
            : "the definition before the first use of the value");
  }
  const uint32_t name = strings_.number_of(step[FieldName::name]);
  values.push_back({.type = type,
                    .name = {strings_.text(name), step[FieldName::name].quoted()},
                    .identifier = {strings_.text(string), step.identifier().quoted()},
                    .color = color,
                    .defined = true});
}

void Hierarchy::create_container(Step& step) {
  const TypeId type = container_type(step, FieldName::type);
  if (!type.valid()) return;
  const ContainerId parent = container(strings_.number_of(step[FieldName::container]));
  if (!parent.valid()) {
    return step.refuse(Rule::unknown_container, FieldName::container,
                       "the alias or name of a container created before");
  }
  const TypeId parent_type = containers[parent.index].type;
  const bool is_expected = types[type.index].parent == parent_type && type != kRootType;
  const auto expected = [&] {
    return "a child of the type " + quoted(types[parent_type.index].name.text) + " of container " +
           quoted(containers[parent.index].name.text);
  };
  if (!is_expected && (type == kRootType || !lenient_)) {
    return step.refuse(Rule::type_not_in_container, FieldName::type, expected());
  }
  const uint32_t string = strings_.number_of(step.identifier());
  if (container(string).valid()) {
    return step.refuse(Rule::duplicate_container,
                       step.has(FieldName::alias) ? FieldName::alias : FieldName::name,
                       "an identifier that no container has yet");
  }
  if (!is_expected) {
    step.report(Rule::type_not_in_container, FieldName::type, expected(), Repair::placed_as_told);
  }
  const uint32_t name = strings_.number_of(step[FieldName::name]);
  const ContainerId id{static_cast<uint32_t>(containers.size())};
  containers[parent.index].children.push_back(id);
  containers.push_back({.type = type,
                        .parent = parent,
                        .name = {strings_.text(name), step[FieldName::name].quoted()},
                        .identifier = {strings_.text(string), step.identifier().quoted()},
                        .start = step.time()});
  if (!stop_at_ || step.time() <= *stop_at_) reach(step.time());
  lives_.push_back({.created = step.at, .above = parent});
  remember(container_of_string_, string, id.index);
  if (keep_user_fields_) {
    if (const auto [definition, words] = step.chunk.user_words(step.event); !words.empty()) {
      user_fields_of_.resize(containers.size());
      user_fields_of_.back() = user_fields.add(words, definition, UserFields::kNone);
    }
  }
  if (containers[parent.index].destroyed) {
    const ContainerId living = living_above(parent);
    if (living.valid()) late_below_[living.index].push_back(id);
  }
}

// The nearest container above a destroyed one that lives; invalid if there is none. Takes no longer
// for a deep tree: ways are shortened when they are walked.
ContainerId Hierarchy::living_above(ContainerId id) {
  while (id.valid() && containers[id.index].destroyed) {
    ContainerId& above = lives_[id.index].above;
    if (above.valid() && containers[above.index].destroyed) above = lives_[above.index].above;
    id = above;
  }
  return id;
}

void Hierarchy::destroy_container(Step& step) {
  const TypeId type = container_type(step, FieldName::type);
  if (!type.valid()) return;
  const ContainerId id = container(strings_.number_of(step[FieldName::name]));
  if (!id.valid()) {
    return step.refuse(Rule::unknown_container, FieldName::name,
                       "the alias or name of a container created before");
  }
  Container& found = containers[id.index];
  if (found.type != type) {
    return step.refuse(Rule::wrong_kind_of_type, FieldName::type,
                       quoted(types[found.type.index].identifier.text) +
                           ", the type of container " + quoted(found.name.text));
  }
  const double time = step.time();
  if (stop_at_ && time > *stop_at_) return;
  if (found.destroyed) {
    if (time < lives_[id.index].destroyed_time) {
      return step.refuse(Rule::destroyed_before_end, FieldName::time,
                         "a time not before its first destruction");
    }
    reach(time);
    ignored_.push_back(step.event);
    return;
  }
  reach(time);
  destroy_with_descendants(id, time, step.at);
  destructions_.push_back({id, step.event, destroyed_.size()});
}

// The events of a part say themselves what they are about: whatever the event that names it says,
// it is read.
void Hierarchy::check_part(const Step& step) {
  if (!warns_) return;
  const auto warn = [&](FieldName field, std::string expected) {
    step.report(Rule::part_of_unknown, field, std::move(expected), Repair::left_out);
  };
  const ContainerId id = container(strings_.number_of(step[FieldName::container]));
  if (!id.valid()) {
    return warn(FieldName::container, "the alias or name of a container created before");
  }
  const Container& found = containers[id.index];
  if (found.type != this->type(strings_.number_of(step[FieldName::type]))) {
    warn(FieldName::type, quoted(types[found.type.index].identifier.text) +
                              ", the type of container " + quoted(found.name.text));
  }
}

void Hierarchy::destroy_with_descendants(ContainerId id, double time, Position at) {
  std::vector<ContainerId> waiting{id};
  while (!waiting.empty()) {
    const ContainerId next = waiting.back();
    waiting.pop_back();
    Container& container = containers[next.index];
    if (container.destroyed) continue;  // and so are those below it, except for late ones
    container.destroyed = true;
    container.end = time;
    lives_[next.index].destroyed = at;
    lives_[next.index].destroyed_time = time;
    destroyed_.push_back(next);
    waiting.insert(waiting.end(), container.children.begin(), container.children.end());
    if (const auto late = late_below_.extract(next.index)) {
      waiting.insert(waiting.end(), late.mapped().begin(), late.mapped().end());
    }
  }
}

TraceNames Hierarchy::finish() && {
  for (Type& type : types) {
    std::sort(type.children.begin(), type.children.end(), [this](TypeId a, TypeId b) {
      return types[a.index].identifier.text < types[b.index].identifier.text;
    });
  }
  return {std::move(types),           std::move(containers),          std::move(values),
          std::move(user_fields),     std::move(user_fields_of_),     std::move(strings_),
          std::move(type_of_string_), std::move(container_of_string_)};
}

}  // namespace paje
