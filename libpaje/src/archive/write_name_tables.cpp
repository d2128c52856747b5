#include "archive/name_flags.hpp"
#include "archive/name_tables.hpp"
#include "archive/user_rows.hpp"
#include "formats/archive/decimals.hpp"
#include "formats/archive/texts.hpp"

namespace paje {

namespace {

using archive::PieceWriter;
using archive::put;
using archive::put_text;
using archive::put_varint;

// A column of a number of each thing.
template <class Things, class Get>
void write_column(const Things& things, Get&& get, PieceWriter& out) {
  std::vector<uint32_t> numbers;
  numbers.reserve(things.size());
  for (const auto& thing : things) numbers.push_back(get(thing));
  archive::write_integers(numbers, out.raw());
}

// Ids as numbers: 0 for none.
template <class Tag>
uint32_t number_of(Id<Tag> id) {
  return id.index + 1;
}

void write_list(std::span<const std::string_view> texts, PieceWriter& out) {
  archive::RowOrders orders;
  archive::write_texts(texts, orders, out);
}

// Names, and identifiers of those that have another one.
template <class Things>
void write_names(const Things& things, PieceWriter& out) {
  std::vector<std::string_view> names, identifiers;
  for (const auto& thing : things) {
    names.push_back(thing.name.text);
    if ((flags_of(thing) & kSameIdentifier) == 0) identifiers.push_back(thing.identifier.text);
  }
  write_column(
      things, [](const auto& thing) { return flags_of(thing); }, out);
  write_list(names, out);
  put_varint(out.raw(), identifiers.size());
  write_list(identifiers, out);
}

template <class Things>
void write_colors(const Things& things, PieceWriter& out) {
  for (const auto& thing : things) {
    if (thing.color) put(out.raw(), *thing.color);
  }
}

void write_definitions(std::span<const EventDefinition> definitions, PieceWriter& out) {
  std::string& raw = out.raw();
  put_varint(raw, definitions.size());
  for (const EventDefinition& definition : definitions) {
    put(raw, definition.kind);
    put_varint(raw, archive::zigzag(static_cast<uint64_t>(definition.id)));
    put_varint(raw, definition.fields.size());
    for (const FieldDefinition& field : definition.fields) {
      put(raw, field.name);
      put(raw, field.type);
      put_text(raw, field.text);
    }
  }
}

void write_types(const std::vector<Type>& types, PieceWriter& out) {
  put_varint(out.raw(), types.size());
  write_column(
      types, [](const Type& type) { return static_cast<uint32_t>(type.kind); }, out);
  write_column(
      types, [](const Type& type) { return number_of(type.parent); }, out);
  write_column(
      types, [](const Type& type) { return number_of(type.start_type); }, out);
  write_column(
      types, [](const Type& type) { return number_of(type.end_type); }, out);
  write_names(types, out);
  write_colors(types, out);
}

void write_container_times(const std::vector<Container>& containers, PieceWriter& out) {
  std::vector<double> times;
  for (const Container& container : containers) times.push_back(container.start);
  for (const Container& container : containers) times.push_back(container.end);
  const auto scale = archive::DecimalScale::fitting(times);
  scale.write(out.raw());
  std::vector<uint64_t> ticks(times.size());
  scale.to_integers(times, ticks);
  uint64_t last = 0;
  for (uint64_t& tick : ticks) {
    const uint64_t difference = tick - last;
    last = tick;
    tick = archive::zigzag(difference);
  }
  archive::write_integers(ticks, archive::Coder::planes, out.raw());
}

void write_containers(const TraceNames& names, PieceWriter& out) {
  const std::vector<Container>& containers = names.containers;
  put_varint(out.raw(), containers.size());
  write_column(
      containers, [](const Container& each) { return number_of(each.type); }, out);
  write_column(
      containers, [](const Container& each) { return number_of(each.parent); }, out);
  write_names(containers, out);
  write_container_times(containers, out);
  const bool has_fields = !names.user_fields_of_containers.empty();
  put(out.raw(), static_cast<uint8_t>(has_fields));
  if (!has_fields) return;
  archive::UserRows rows;
  for (uint32_t id = 0; id < containers.size(); ++id) {
    add_user_row(names.user_fields, names.user_fields_of(ContainerId{id}), rows);
  }
  archive::write_user_fields(rows, out);
}

void write_values(const std::vector<EntityValue>& values, PieceWriter& out) {
  put_varint(out.raw(), values.size());
  write_column(
      values, [](const EntityValue& value) { return number_of(value.type); }, out);
  write_names(values, out);
  write_colors(values, out);
}

}  // namespace

void write_name_tables(const TraceNames& names, std::span<const EventDefinition> definitions,
                       PieceWriter& out) {
  write_definitions(definitions, out);
  write_types(names.types, out);
  write_values(names.values, out);
  write_containers(names, out);
}

}  // namespace paje
