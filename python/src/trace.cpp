// A trace: its tables of names as lists, its columns as arrays over the trace's own memory.
#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>

#include "arrays.hpp"
#include "bindings.hpp"
#include "paje/trace.hpp"

namespace paje::python {

namespace {

py::str text_of_name(const Name& name) {
  return py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
      name.text.data(), static_cast<py::ssize_t>(name.text.size()), "surrogateescape"));
}

template <class Tag>
py::object number_of(Id<Tag> id) {
  return id.valid() ? py::object(py::int_(id.index)) : py::object(py::none());
}

py::object color_of(const std::optional<Color>& color) {
  if (!color) return py::none();
  return py::make_tuple(color->red, color->green, color->blue);
}

py::list types_of(const Trace& trace) {
  py::list types;
  for (const Type& type : trace.types()) {
    types.append(py::make_tuple(text_of_name(type.name), text_of_name(type.identifier),
                                std::string(spelling(type.kind)), number_of(type.parent),
                                color_of(type.color)));
  }
  return types;
}

py::list paths_of(const Trace& trace) {
  py::list paths;
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    const std::string path = i == 0 ? "" : container_path(trace, ContainerId{i});
    paths.append(text_of_name({path, false}));
  }
  return paths;
}

py::list containers_of(const Trace& trace) {
  py::list containers;
  for (const Container& container : trace.containers()) {
    containers.append(py::make_tuple(text_of_name(container.name),
                                     text_of_name(container.identifier), container.type.index,
                                     number_of(container.parent), container.start, container.end));
  }
  return containers;
}

py::list values_of(const Trace& trace) {
  py::list values;
  for (const EntityValue& value : trace.values()) {
    values.append(py::make_tuple(text_of_name(value.name), text_of_name(value.identifier),
                                 value.type.index, color_of(value.color)));
  }
  return values;
}

// Of all tracks of one kind: container, type, first row, row after the last.
py::tuple tracks_of(const Trace& trace, TypeKind kind) {
  std::vector<uint32_t> containers, types;
  std::vector<int64_t> first, last;
  for (const Track& track : trace.tracks()) {
    if (track.kind != kind) continue;
    containers.push_back(track.container.index);
    types.push_back(track.type.index);
    first.push_back(static_cast<int64_t>(track.first));
    last.push_back(static_cast<int64_t>(track.last));
  }
  return py::make_tuple(array_of(std::move(containers)), array_of(std::move(types)),
                        array_of(std::move(first)), array_of(std::move(last)));
}

template <class Element>
py::array repeated_as(std::span<const uint32_t> numbers, std::span<const int64_t> times,
                      int64_t size) {
  py::array_t<Element> all(size);
  Element* next = all.mutable_data();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    next = std::fill_n(next, times[i], static_cast<Element>(numbers[i]));
  }
  return all;
}

// Each number that many times, in the smallest type that holds all of them.
py::array repeated(const py::array_t<uint32_t>& numbers, const py::array_t<int64_t>& times) {
  const std::span<const uint32_t> each(numbers.data(), static_cast<std::size_t>(numbers.size()));
  const std::span<const int64_t> how_often(times.data(), static_cast<std::size_t>(times.size()));
  if (each.size() != how_often.size() ||
      std::ranges::any_of(how_often, [](auto n) { return n < 0; })) {
    throw py::value_error("each number needs a count");
  }
  const uint32_t largest = each.empty() ? 0 : std::ranges::max(each);
  const int64_t size = std::accumulate(how_often.begin(), how_often.end(), int64_t{0});
  if (largest <= UINT8_MAX) return repeated_as<uint8_t>(each, how_often, size);
  if (largest <= UINT16_MAX) return repeated_as<uint16_t>(each, how_often, size);
  return repeated_as<uint32_t>(each, how_often, size);
}

py::array_t<int64_t> rows_overlapping(const Trace& trace, uint32_t container, uint32_t type,
                                      double from, double to) {
  if (container >= trace.containers().size() || type >= trace.types().size()) {
    throw py::index_error("no such container or type");
  }
  const Track track = trace.track({container}, {type});
  std::vector<int64_t> rows;
  trace.for_each_overlapping(track, from, to,
                             [&](uint64_t row) { rows.push_back(static_cast<int64_t>(row)); });
  return array_of(std::move(rows));
}

py::list link_keys(const Trace& trace, const py::array_t<int64_t, py::array::forcecast>& rows) {
  const auto count = static_cast<int64_t>(trace.links().start.size());
  py::list keys;
  for (const int64_t row : std::span(rows.data(), static_cast<std::size_t>(rows.size()))) {
    if (row < 0 || row >= count) {
      throw py::index_error("no link has the row " + std::to_string(row) + "; there are " +
                            std::to_string(count) + " links, from 0");
    }
    keys.append(text_of_name(trace.link_key(static_cast<uint64_t>(row))));
  }
  return keys;
}

// Each column by its name; `owner` is the trace's own object in Python.
py::dict states_of(const py::object& owner) {
  const StateColumns columns = owner.cast<const Trace&>().states();
  py::dict arrays;
  arrays["start"] = view_of(columns.start, owner);
  arrays["end"] = view_of(columns.end, owner);
  arrays["depth"] = view_of(columns.depth, owner);
  arrays["value"] = view_of(columns.value, owner);
  return arrays;
}

py::dict variables_of(const py::object& owner) {
  const VariableColumns columns = owner.cast<const Trace&>().variables();
  py::dict arrays;
  arrays["start"] = view_of(columns.start, owner);
  arrays["end"] = view_of(columns.end, owner);
  arrays["value"] = view_of(columns.value, owner);
  return arrays;
}

py::dict events_of(const py::object& owner) {
  const EventColumns columns = owner.cast<const Trace&>().events();
  py::dict arrays;
  arrays["time"] = view_of(columns.time, owner);
  arrays["value"] = view_of(columns.value, owner);
  return arrays;
}

py::dict links_of(const py::object& owner) {
  const LinkColumns columns = owner.cast<const Trace&>().links();
  py::dict arrays;
  arrays["start"] = view_of(columns.start, owner);
  arrays["end"] = view_of(columns.end, owner);
  arrays["value"] = view_of(columns.value, owner);
  arrays["start_container"] = view_of(columns.start_container, owner);
  arrays["end_container"] = view_of(columns.end_container, owner);
  return arrays;
}

}  // namespace

void bind_trace(py::module_& module) {
  module.def("repeated", repeated, py::arg("numbers"), py::arg("times"));
  py::enum_<TypeKind>(module, "Kind")
      .value("container", TypeKind::container)
      .value("state", TypeKind::state)
      .value("variable", TypeKind::variable)
      .value("event", TypeKind::event)
      .value("link", TypeKind::link);
  py::class_<Trace> bound(module, "Trace");
  bind_nesting(bound);
  bound.def("types", types_of)
      .def("containers", containers_of)
      .def("paths", paths_of)
      .def("values", values_of)
      .def("tracks", tracks_of, py::arg("kind"))
      .def("rows_overlapping", rows_overlapping, py::arg("container"), py::arg("type"),
           py::arg("from"), py::arg("to"))
      .def("link_keys", link_keys, py::arg("rows"))
      .def("end_time", &Trace::end_time)
      .def("counts",
           [](const Trace& trace) {
             const ReadCounts counts = trace.counts();
             return py::make_tuple(counts.bytes, counts.lines, counts.events);
           })
      .def("states", [](const py::object& self) { return states_of(self); })
      .def("variables", [](const py::object& self) { return variables_of(self); })
      .def("events", [](const py::object& self) { return events_of(self); })
      .def("links", [](const py::object& self) { return links_of(self); });
}

}  // namespace paje::python
