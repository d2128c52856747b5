// User-defined fields as arrays, one element for each object, over the library's memory where every
// object has a value.
#include <pybind11/stl.h>

#include <limits>
#include <string_view>
#include <unordered_map>

#include "arrays.hpp"
#include "bindings.hpp"
#include "paje/user_columns.hpp"
#include "text_of_bytes.hpp"

namespace paje::python {

namespace {

// `values` put to their rows, `nothing` in all others.
template <class Element>
std::vector<Element> spread(const UserColumn& column, std::span<const Element> values,
                            Element nothing) {
  std::vector<Element> all(column.rows(), nothing);
  const std::vector<uint64_t> rows = column.rows_with_value();
  for (std::size_t i = 0; i < rows.size(); ++i) all[rows[i]] = values[i];
  return all;
}

// Integers, and where there is none; None if there is one everywhere.
py::tuple integers_of(const py::object& owner, const UserColumn& column) {
  if (column.count() == column.rows()) {
    return py::make_tuple(view_of(column.integers(), owner), py::none());
  }
  py::array_t<bool> nothing(static_cast<py::ssize_t>(column.rows()));
  std::fill_n(nothing.mutable_data(), column.rows(), true);
  for (const uint64_t row : column.rows_with_value()) nothing.mutable_data()[row] = false;
  return py::make_tuple(constant(spread(column, column.integers(), int64_t{0})), nothing);
}

py::array_t<double> numbers_of(const py::object& owner, const UserColumn& column) {
  if (column.count() == column.rows()) return view_of(column.numbers(), owner);
  return constant(spread(column, column.numbers(), std::numeric_limits<double>::quiet_NaN()));
}

// Texts as numbers, -1 for nothing, and the different texts.
py::tuple texts_of(const UserColumn& column) {
  std::unordered_map<std::string_view, int32_t> numbers;
  py::list different;
  std::vector<int32_t> codes;
  codes.reserve(column.count());
  for (const std::string_view text : column.texts()) {
    const auto [entry, is_new] = numbers.try_emplace(text, static_cast<int32_t>(numbers.size()));
    if (is_new) different.append(text_of_bytes(text));
    codes.push_back(entry->second);
  }
  return py::make_tuple(constant(spread(column, std::span<const int32_t>(codes), int32_t{-1})),
                        different);
}

// Of each column: its name, the field, integer, number or text.
py::list field_names(const UserColumns& columns) {
  py::list names;
  for (const UserColumn& column : columns.all()) {
    names.append(py::make_tuple(text_of_bytes(column.name()), text_of_bytes(column.field()),
                                std::string(spelling(column.type()))));
  }
  return names;
}

py::object field_values(const py::object& owner, std::size_t number) {
  const auto columns = owner.cast<const UserColumns&>().all();
  if (number >= columns.size()) throw py::index_error("no such field");
  const UserColumn& column = columns[number];
  if (column.type() == UserType::integer) return integers_of(owner, column);
  if (column.type() == UserType::number) return numbers_of(owner, column);
  return texts_of(column);
}

std::unique_ptr<UserColumns> user_columns(const Trace& trace, TypeKind kind,
                                          const std::string& size_field) {
  const py::gil_scoped_release unlocked;
  return std::make_unique<UserColumns>(trace, kind, size_field);
}

}  // namespace

void bind_user_fields(py::module_& module) {
  py::class_<UserColumns>(module, "UserColumns")
      .def("names", field_names)
      .def("values", &field_values, py::arg("number"));
  module.def("user_columns", user_columns, py::arg("trace"), py::arg("kind"),
             py::arg("size_field"));
}

}  // namespace paje::python
