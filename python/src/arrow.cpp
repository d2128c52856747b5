// Columns of Python as a stream of the Arrow C interface, in a capsule (the PyCapsule interface).
#include "arrow/stream.hpp"

#include "arrays.hpp"
#include "bindings.hpp"

namespace paje::python {

namespace {

// The memory of an array, which the array keeps. Consumers release from any thread, and maybe after
// the interpreter has ended: nobody is left then to give it back to.
std::shared_ptr<const void> memory_of(const py::handle& object) {
  if (object.is_none()) return nullptr;
  const auto array = object.cast<py::array>();
  auto* owner = new py::array(array);
  return {array.data(), [owner](const void*) {
            if (Py_IsInitialized() == 0) return;
            const py::gil_scoped_acquire lock;
            delete owner;
          }};
}

// name, format, length, how many are missing, buffers, dictionary or None.
std::shared_ptr<const arrow::Column> column_of(const py::tuple& described) {
  auto column = std::make_shared<arrow::Column>();
  column->name = described[0].cast<std::string>();
  column->format = described[1].cast<std::string>();
  column->length = described[2].cast<int64_t>();
  column->null_count = described[3].cast<int64_t>();
  for (const py::handle buffer : described[4]) column->buffers.push_back(memory_of(buffer));
  if (!described[5].is_none()) column->dictionary = column_of(described[5].cast<py::tuple>());
  return column;
}

void release_capsule(PyObject* capsule) {
  auto* stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream"));
  if (stream->release != nullptr) stream->release(stream);  // nobody took it
  delete stream;
}

py::object arrow_stream(const py::list& columns, int64_t rows) {
  auto table = std::make_shared<arrow::Table>();
  table->rows = rows;
  for (const py::handle column : columns) {
    table->columns.push_back(column_of(column.cast<py::tuple>()));
  }
  auto stream = std::make_unique<ArrowArrayStream>();
  arrow::export_table(std::move(table), stream.get());
  auto capsule = py::reinterpret_steal<py::object>(
      PyCapsule_New(stream.get(), "arrow_array_stream", release_capsule));
  if (!capsule) throw py::error_already_set();
  (void)stream.release();
  return capsule;
}

}  // namespace

void bind_arrow(py::module_& module) {
  module.def("arrow_stream", arrow_stream, py::arg("columns"), py::arg("rows"));
}

}  // namespace paje::python
