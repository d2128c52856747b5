// The parts of the module, each in its own file.
#pragma once

#include <pybind11/pybind11.h>

namespace paje {
class Trace;
}

namespace paje::python {

void bind_arrow(pybind11::module_& module);
void bind_prediction(pybind11::module_& module);
void bind_errors(pybind11::module_& module);
void bind_reading(pybind11::module_& module);
void bind_trace(pybind11::module_& module);
void bind_nesting(pybind11::class_<Trace>& trace);
void bind_user_fields(pybind11::module_& module);
void bind_comparison(pybind11::module_& module);
void bind_aggregation(pybind11::module_& module);
void bind_analysis(pybind11::module_& module);
void bind_energy(pybind11::module_& module);
void bind_scaling_models(pybind11::module_& module);
void bind_placement_models(pybind11::module_& module);
void bind_regression_models(pybind11::module_& module);

}  // namespace paje::python
