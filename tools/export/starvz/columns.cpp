#include "export/starvz/columns.hpp"

#include <charconv>
#include <optional>

namespace paje::tools::starvz {

namespace {

using Integer = std::optional<int64_t>;

// Of a field that has other words, or numbers that no column of numbers holds.
Integer integer_in(std::string_view text) {
  int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && stop == text.data() + text.size() ? Integer(number) : std::nullopt;
}

std::string text_of(const UserColumn& column, uint64_t place) {
  if (column.type() == UserType::text) return std::string(column.texts()[place]);
  char text[32];
  const auto end = column.type() == UserType::integer
                       ? std::to_chars(text, text + sizeof text, column.integers()[place])
                       : std::to_chars(text, text + sizeof text, column.numbers()[place]);
  return {text, end.ptr};
}

// Where the trace has no such field, no row has a value.
template <class Value, class Of>
std::vector<std::optional<Value>> field(const UserColumns& columns, const char* name,
                                        const Rows& rows, Of of) {
  const UserColumn* const column = columns.find(name);
  std::vector<std::optional<Value>> found;
  for (const uint64_t row : rows) {
    const uint64_t place = column == nullptr ? UserColumn::kNoPlace : column->place(row);
    found.push_back(place == UserColumn::kNoPlace ? std::nullopt : of(*column, place));
  }
  return found;
}

}  // namespace

std::vector<std::string> containers(const Trace& trace, TypeKind kind, const Rows& rows) {
  std::vector<std::string> names;
  for (const uint64_t row : rows) {
    names.emplace_back(trace[trace.track_of(kind, row).container].name.text);
  }
  return names;
}
std::vector<std::string> types(const Trace& trace, TypeKind kind, const Rows& rows) {
  std::vector<std::string> names;
  for (const uint64_t row : rows) {
    names.emplace_back(trace[trace.track_of(kind, row).type].name.text);
  }
  return names;
}
std::vector<std::string> values(const Trace& trace, TypeKind kind, const Rows& rows) {
  std::vector<std::string> names;
  for (const uint64_t row : rows) names.emplace_back(trace[trace.values(kind)[row]].name.text);
  return names;
}

void add_times(Frame& frame, const Trace& trace, TypeKind kind, const Rows& rows, double zero) {
  std::vector<double> starts, ends, durations;
  for (const uint64_t row : rows) {
    const double start = trace.starts(kind)[row];
    const double end = trace.ends(kind)[row];
    starts.push_back(start - zero);
    ends.push_back(end - zero);
    durations.push_back(end - start);
  }
  frame.add("Start", std::move(starts));
  if (kind == TypeKind::event) return;
  frame.add("End", std::move(ends));
  frame.add("Duration", std::move(durations));
}

void add_text(Frame& frame, const UserColumns& columns, const char* name, const Rows& rows) {
  frame.add(name, field<std::string>(columns, name, rows, [](const UserColumn& column, uint64_t i) {
              return std::optional(text_of(column, i));
            }));
}
void add_whole(Frame& frame, const UserColumns& columns, const char* name, const Rows& rows) {
  frame.add(name, field<int64_t>(columns, name, rows,
                                 [](const UserColumn& column, uint64_t i) -> Integer {
                                   if (column.type() == UserType::integer)
                                     return column.integers()[i];
                                   if (column.type() == UserType::text)
                                     return integer_in(column.texts()[i]);
                                   return static_cast<int64_t>(column.numbers()[i]);
                                 }));
}
void add_number(Frame& frame, const UserColumns& columns, const char* name, const Rows& rows) {
  frame.add(name, field<double>(columns, name, rows,
                                [](const UserColumn& column, uint64_t i) -> std::optional<double> {
                                  if (column.type() == UserType::text)
                                    return parse_number(column.texts()[i]);
                                  return column.number(i);
                                }));
}

std::vector<Resource> add_resources(Frame& frame, const std::vector<std::string>& names,
                                    const std::vector<std::string_view>& words, TypeOf type) {
  std::vector<Resource> resources = resources_of(names, words, type);
  std::vector<std::string> nodes, own, types;
  for (const Resource& resource : resources) {
    nodes.push_back(resource.node);
    own.push_back(resource.name);
    types.push_back(resource.type);
  }
  frame.add("Node", std::move(nodes));
  frame.add("Resource", std::move(own));
  frame.add("ResourceType", std::move(types));
  return resources;
}

void add_depth_and_value(Frame& frame, const Trace& trace, const Rows& rows) {
  std::vector<double> depths;
  for (const uint64_t row : rows) depths.push_back(trace.states().depth[row]);
  frame.add("Depth", std::move(depths));
  frame.add("Value", values(trace, TypeKind::state, rows));
}

}  // namespace paje::tools::starvz
