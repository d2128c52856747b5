// pj_aggregate's model and partitions: the model as an array, partitions as rows for tables.
#include "paje/aggregation.hpp"

#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "paje/aggregation_model.hpp"

namespace paje::python {

namespace {

py::list texts_of(const std::vector<std::string>& texts) {
  py::list list;
  for (const std::string& text : texts) {
    list.append(py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
        text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape")));
  }
  return list;
}

// A model and what can be asked of it; partitions of all p come from one computation.
class Aggregates {
 public:
  Aggregates(const Trace& trace, const AggregationModelOptions& options, bool normalised)
      : model_(aggregation_model(trace, options)),
        aggregation_(model_.cells, {.normalised = normalised, .threads = options.threads}) {}

  [[nodiscard]] const AggregationModel& model() const { return model_; }

  [[nodiscard]] py::tuple best(double p) const {
    const py::gil_scoped_release unlocked;
    return tuple_of(aggregation_.best(p));
  }
  [[nodiscard]] py::tuple at_knee() const {
    const py::gil_scoped_release unlocked;
    return tuple_of(aggregation_.at_knee());
  }
  [[nodiscard]] py::list curve(double threshold) const {
    std::vector<Partition> partitions;
    {
      const py::gil_scoped_release unlocked;
      partitions = aggregation_.significant(threshold);
    }
    py::list rows;
    for (const Partition& partition : partitions) {
      rows.append(
          py::make_tuple(partition.p, partition.gain, partition.loss, partition.parts.size()));
    }
    return rows;
  }

 private:
  // p, gain, loss, parts as (node, first slice, last slice, gain, loss).
  static py::tuple tuple_of(const Partition& partition) {
    const py::gil_scoped_acquire locked;
    py::list parts;
    for (const Aggregate& part : partition.parts) {
      parts.append(py::make_tuple(part.node, part.first, part.last, part.gain, part.loss));
    }
    return py::make_tuple(partition.p, partition.gain, partition.loss, parts);
  }

  AggregationModel model_;
  Aggregation aggregation_;
};

py::array_t<double> amounts_of(const py::object& owner) {
  const AggregationCells& cells = owner.cast<const Aggregates&>().model().cells;
  const std::array<py::ssize_t, 3> shape{cells.leaves, cells.values, cells.slices};
  py::array_t<double> array(shape, cells.amounts.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

std::unique_ptr<Aggregates> aggregate(const Trace& trace, uint32_t type, uint32_t container_type,
                                      uint32_t slices, std::optional<double> start,
                                      std::optional<double> end, bool outermost, bool normalised,
                                      unsigned threads) {
  if (type >= trace.types().size() || container_type >= trace.types().size()) {
    throw py::index_error("no such type");
  }
  const AggregationModelOptions options{.type = {type},
                                        .container_type = {container_type},
                                        .slices = slices,
                                        .start = start,
                                        .end = end,
                                        .outermost = outermost,
                                        .threads = threads};
  const py::gil_scoped_release unlocked;
  return std::make_unique<Aggregates>(trace, options, normalised);
}

}  // namespace

void bind_aggregation(py::module_& module) {
  py::class_<Aggregates>(module, "Aggregates")
      .def("amounts", [](const py::object& self) { return amounts_of(self); })
      .def("paths", [](const Aggregates& self) { return texts_of(self.model().paths); })
      .def("value_names", [](const Aggregates& self) { return texts_of(self.model().value_names); })
      .def("parents", [](const Aggregates& self) { return self.model().cells.parents; })
      .def_property_readonly("start", [](const Aggregates& self) { return self.model().start; })
      .def_property_readonly("end", [](const Aggregates& self) { return self.model().end; })
      .def("slice_start",
           [](const Aggregates& self, uint32_t slice) { return self.model().slice_start(slice); })
      .def("best", &Aggregates::best, py::arg("p"))
      .def("at_knee", &Aggregates::at_knee)
      .def("curve", &Aggregates::curve, py::arg("threshold"));
  module.def("aggregate", aggregate, py::arg("trace"), py::arg("type"), py::arg("container_type"),
             py::kw_only(), py::arg("slices"), py::arg("start"), py::arg("end"),
             py::arg("outermost"), py::arg("normalised"), py::arg("threads"));
}

}  // namespace paje::python
