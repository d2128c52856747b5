// Nesting of states as arrays: parents and exclusive times.
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "paje/nesting.hpp"

namespace paje::python {

namespace {

py::dict nesting_arrays(const Trace& trace) {
  std::vector<int64_t> parent(trace.states().start.size());  // -1 if there is none
  std::vector<double> exclusive;
  {
    const py::gil_scoped_release unlocked;
    for_each_nesting(trace, [&parent](uint64_t row, uint64_t around) {
      parent[row] = around == kNoRow ? -1 : static_cast<int64_t>(around);
    });
    exclusive = exclusive_times(trace);
  }
  py::dict arrays;
  arrays["parent"] = constant(std::move(parent));
  arrays["exclusive"] = constant(std::move(exclusive));
  return arrays;
}

}  // namespace

void bind_nesting(py::class_<Trace>& trace) { trace.def("nesting", nesting_arrays); }

}  // namespace paje::python
