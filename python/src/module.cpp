// The compiled core of the Python package `paje`: the library's own concepts, one to one.
// Everything that is a matter of taste in Python is in the package's Python files.
#include "bindings.hpp"

PYBIND11_MODULE(_paje, module) {
  module.doc() = "The library under the package paje; use that.";
  module.attr("version") = PAJE_VERSION;
  paje::python::bind_errors(module);
  paje::python::bind_trace(module);
  paje::python::bind_user_fields(module);
  paje::python::bind_reading(module);
  paje::python::bind_comparison(module);
  paje::python::bind_aggregation(module);
  paje::python::bind_analysis(module);
  paje::python::bind_energy(module);
  paje::python::bind_scaling_models(module);
  paje::python::bind_placement_models(module);
  paje::python::bind_regression_models(module);
  paje::python::bind_arrow(module);
  paje::python::bind_prediction(module);
}
