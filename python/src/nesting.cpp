// Which state is around which, and how much of its time is its own.
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "paje/trace.hpp"

namespace paje::python {

namespace {

struct Nesting {
  std::vector<int64_t> parent;  // row of the state around it; kNone if there is none
  std::vector<double> exclusive;
};

constexpr int64_t kNone = -1;

// States of a list stand in the order of their starts, those around a state before it.
Nesting nesting_of(const Trace& trace) {
  const StateColumns states = trace.states();
  Nesting nesting{std::vector<int64_t>(states.start.size(), kNone),
                  std::vector<double>(states.start.size())};
  std::vector<int64_t> open;  // the innermost state so far of each depth
  for (const Track& list : trace.tracks()) {
    if (list.kind != TypeKind::state) continue;
    open.clear();
    for (uint64_t row = list.first; row < list.last; ++row) {
      const double duration = states.end[row] - states.start[row];
      nesting.exclusive[row] += duration;
      open.resize(states.depth[row], kNone);
      if (!open.empty() && open.back() != kNone) {
        nesting.parent[row] = open.back();
        nesting.exclusive[static_cast<std::size_t>(open.back())] -= duration;
      }
      open.push_back(static_cast<int64_t>(row));
    }
  }
  return nesting;
}

py::dict nesting_arrays(const Trace& trace) {
  Nesting nesting;
  {
    const py::gil_scoped_release unlocked;
    nesting = nesting_of(trace);
  }
  py::dict arrays;
  arrays["parent"] = constant(std::move(nesting.parent));
  arrays["exclusive"] = constant(std::move(nesting.exclusive));
  return arrays;
}

}  // namespace

void bind_nesting(py::class_<Trace>& trace) { trace.def("nesting", nesting_arrays); }

}  // namespace paje::python
