#include <algorithm>

#include "archive/name_flags.hpp"
#include "archive/name_tables.hpp"
#include "archive/user_rows.hpp"
#include "formats/archive/decimals.hpp"
#include "formats/archive/index.hpp"
#include "formats/archive/texts.hpp"

namespace paje {

namespace {

class NameTableReader {
 public:
  explicit NameTableReader(archive::ByteReader from) : from_(from) {}

  NameTables read() {
    read_definitions();
    read_types();
    read_values();
    read_containers();
    from_.end();
    return std::move(made_);
  }

 private:
  /// The count of things that take a byte each at least.
  std::size_t count(const char* of_what) { return from_.count_up_to(from_.left(), of_what); }
  std::vector<uint32_t> column(std::size_t count, uint64_t below, const char* what);
  archive::TextList texts(std::size_t count) {
    archive::RowOrders orders;
    return archive::read_texts(from_, count, orders);
  }
  std::string_view keep(std::string_view text) { return strings().text(number_of(text)); }
  uint32_t number_of(std::string_view text) {
    return strings().number_of(FieldValue::of_text(text, false));
  }
  StringPool& strings() { return made_.names.strings; }
  template <class Things>
  std::vector<uint32_t> read_names(Things& things);
  template <class Things>
  void read_colors(Things& things, std::span<const uint32_t> flags);
  void remember(std::vector<uint32_t>& map, std::string_view identifier, uint32_t index);

  void read_definitions();
  void read_types();
  void read_containers();
  void read_container_times();
  void read_container_fields();
  void read_values();

  archive::ByteReader from_;
  NameTables made_;
};

std::vector<uint32_t> NameTableReader::column(std::size_t count, uint64_t below, const char* what) {
  std::vector<uint32_t> numbers(count);
  archive::read_integers(from_, numbers);
  for (const uint32_t number : numbers) {
    if (number >= below) {
      from_.fail(std::string(what) + " " + std::to_string(number),
                 "one below " + std::to_string(below));
    }
  }
  return numbers;
}

template <class Things>
std::vector<uint32_t> NameTableReader::read_names(Things& things) {
  std::vector<uint32_t> flags = column(things.size(), kNameFlags, "flags");
  const archive::TextList names = texts(things.size());
  const auto others = static_cast<std::size_t>(std::count_if(
      flags.begin(), flags.end(), [](uint32_t each) { return (each & kSameIdentifier) == 0; }));
  if (from_.varint() != others) from_.fail("another count of identifiers", std::to_string(others));
  const archive::TextList identifiers = texts(others);
  std::size_t next = 0;
  for (std::size_t i = 0; i < things.size(); ++i) {
    const bool is_same = (flags[i] & kSameIdentifier) != 0;
    const std::string_view name = keep(names[i]);
    things[i].name = {name, (flags[i] & kQuotedName) != 0};
    things[i].identifier = {is_same ? name : keep(identifiers[next]),
                            (flags[i] & kQuotedIdentifier) != 0};
    if (!is_same) ++next;
  }
  return flags;
}

template <class Things>
void NameTableReader::read_colors(Things& things, std::span<const uint32_t> flags) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if ((flags[i] & kHasColor) != 0) things[i].color = from_.number<Color>();
  }
}

void NameTableReader::remember(std::vector<uint32_t>& map, std::string_view identifier,
                               uint32_t index) {
  const uint32_t string = number_of(identifier);
  if (string >= map.size()) map.resize(string + 1, TypeId::kNone);
  map[string] = index;
}

void NameTableReader::read_definitions() {
  made_.definitions.resize(count("definitions"));
  for (EventDefinition& definition : made_.definitions) {
    definition.kind = from_.number<EventKind>();
    definition.id = static_cast<int64_t>(archive::unzigzag(from_.varint()));
    definition.fields.resize(count("fields"));
    for (FieldDefinition& field : definition.fields) {
      field.name = from_.number<FieldName>();
      field.type = from_.number<FieldType>();
      field.text = from_.text();
      if (field.name > FieldName::user_defined || field.type > FieldType::color) {
        from_.fail("an unknown field", "one of the format");
      }
    }
    if (static_cast<std::size_t>(definition.kind) >= kEventKinds) {
      from_.fail("an unknown event", "one of the format");
    }
    definition.index_fields();
  }
}

void NameTableReader::read_types() {
  std::vector<Type>& types = made_.names.types;
  types.resize(count("types"));
  if (types.empty()) from_.fail("no type", "the root's");
  const std::size_t ids = types.size() + 1;
  const auto kinds = column(types.size(), archive::kRowKinds, "kind");
  const auto parents = column(types.size(), ids, "type");
  const auto starts = column(types.size(), ids, "type");
  const auto ends = column(types.size(), ids, "type");
  const auto flags = read_names(types);
  read_colors(types, flags);
  for (uint32_t i = 0; i < types.size(); ++i) {
    Type& type = types[i];
    type.kind = static_cast<TypeKind>(kinds[i]);
    type.parent = {parents[i] - 1};
    type.start_type = {starts[i] - 1};
    type.end_type = {ends[i] - 1};
    type.has_alias = (flags[i] & kHasAlias) != 0;
    const bool is_root = i == 0;
    if (is_root != !type.parent.valid() || (!is_root && type.parent.index >= i) ||
        (is_root && type.kind != TypeKind::container)) {
      from_.fail("a type below a later one", "one below an earlier one");
    }
    if (!is_root) types[type.parent.index].children.push_back({i});
    remember(made_.names.type_of_string, type.identifier.text, i);
  }
  for (Type& type : types) {
    std::stable_sort(type.children.begin(), type.children.end(), [&](TypeId a, TypeId b) {
      return types[a.index].identifier.text < types[b.index].identifier.text;
    });
  }
}

void NameTableReader::read_values() {
  std::vector<EntityValue>& values = made_.names.values;
  values.resize(count("values"));
  const auto types = column(values.size(), made_.names.types.size() + 1, "type");
  const auto flags = read_names(values);
  read_colors(values, flags);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (types[i] == 0) from_.fail("a value of no type", "one of a type");
    values[i].type = {types[i] - 1};
    values[i].defined = (flags[i] & kDefined) != 0;
  }
}

void NameTableReader::read_containers() {
  std::vector<Container>& containers = made_.names.containers;
  containers.resize(count("containers"));
  if (containers.empty()) from_.fail("no container", "the root");
  const auto types = column(containers.size(), made_.names.types.size() + 1, "type");
  const auto parents = column(containers.size(), containers.size() + 1, "container");
  const auto flags = read_names(containers);
  for (uint32_t i = 0; i < containers.size(); ++i) {
    Container& container = containers[i];
    container.type = {types[i] - 1};
    container.parent = {parents[i] - 1};
    container.destroyed = (flags[i] & kDestroyed) != 0;
    if (types[i] == 0 || made_.names.types[container.type.index].kind != TypeKind::container ||
        (i == 0) != !container.parent.valid() || (i != 0 && container.parent.index >= i)) {
      from_.fail("a container of no place", "one with a type, below an earlier one");
    }
    if (i != 0) containers[container.parent.index].children.push_back({i});
    remember(made_.names.container_of_string, container.identifier.text, i);
  }
  read_container_times();
  read_container_fields();
}

void NameTableReader::read_container_times() {
  std::vector<Container>& containers = made_.names.containers;
  std::vector<uint64_t> ticks(2 * containers.size());
  const auto scale = archive::DecimalScale::read(from_, ticks.size());
  archive::read_integers(from_, std::span(ticks));
  uint64_t last = 0;
  for (uint64_t& tick : ticks) tick = last += archive::unzigzag(tick);
  std::vector<double> times(ticks.size());
  scale.to_doubles(ticks, 0, times);
  for (std::size_t i = 0; i < containers.size(); ++i) {
    containers[i].start = times[i];
    containers[i].end = times[containers.size() + i];
  }
}

void NameTableReader::read_container_fields() {
  const auto has_fields = from_.number<uint8_t>();
  if (has_fields == 0) return;
  TraceNames& names = made_.names;
  const archive::StoredUserRows stored =
      archive::read_user_fields(archive::ByteReader(from_.take(from_.left()), from_.byte()),
                                names.containers.size(), made_.definitions.size());
  UserRowWalk walk(stored.rows);
  for (std::size_t i = 0; i < names.containers.size(); ++i) {
    names.user_fields_of_containers.push_back(walk.copy_to(names.user_fields));
  }
}

}  // namespace

NameTables read_name_tables(archive::ByteReader from) { return NameTableReader(from).read(); }

}  // namespace paje
