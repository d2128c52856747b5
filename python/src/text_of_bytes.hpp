// Words of a trace as strings of Python.
#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

namespace paje::python {

/// Bytes of a trace need not be UTF-8: what is not becomes surrogates, as in Python's file names.
inline pybind11::str text_of_bytes(std::string_view bytes) {
  return pybind11::reinterpret_steal<pybind11::str>(PyUnicode_DecodeUTF8(
      bytes.data(), static_cast<pybind11::ssize_t>(bytes.size()), "surrogateescape"));
}

}  // namespace paje::python
