// Columns of a trace as NumPy arrays, without a copy.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <vector>

#include "paje/ids.hpp"

namespace paje::python {

namespace py = pybind11;

/// A read-only array over `column`, which lives as long as `owner` does; the array keeps that.
template <class Element>
py::array_t<Element> view_of(std::span<const Element> column, const py::handle& owner) {
  py::array_t<Element> array({static_cast<py::ssize_t>(column.size())},
                             {static_cast<py::ssize_t>(sizeof(Element))}, column.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// The same for ids, as the numbers that they are.
template <class Tag>
py::array_t<uint32_t> view_of(std::span<const Id<Tag>> column, const py::handle& owner) {
  static_assert(sizeof(Id<Tag>) == sizeof(uint32_t));
  return view_of(std::span(reinterpret_cast<const uint32_t*>(column.data()), column.size()), owner);
}

/// An array that takes the vector's memory over.
template <class Element>
py::array_t<Element> array_of(std::vector<Element>&& elements) {
  auto* kept = new std::vector<Element>(std::move(elements));
  const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<Element>*>(p); });
  return py::array_t<Element>(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

/// The same, read-only.
template <class Element>
py::array_t<Element> constant(std::vector<Element>&& elements) {
  py::array_t<Element> array = array_of(std::move(elements));
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

}  // namespace paje::python
