// pj_aggregate's model and partitions: the model as an array, partitions as rows for tables.
#include "paje/aggregation.hpp"

#include <pybind11/stl.h>

#include "analysis.hpp"
#include "bindings.hpp"
#include "paje/aggregation_model.hpp"
#include "paje/density.hpp"
#include "paje/selection.hpp"

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
  Aggregates(AggregationModel&& model, bool normalised, unsigned threads)
      : model_(std::move(model)),
        aggregation_(model_.cells, {.normalised = normalised, .threads = threads}) {}

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

// What both functions take.
struct Settings {
  std::vector<uint32_t> level_types;
  std::optional<uint32_t> level_depth;
  std::vector<std::string> containers;
  uint32_t slices;
  std::optional<double> start;
  std::optional<double> end;
  bool normalised;
  unsigned threads;
};

// Aggregates of the model that make() gives.
template <class Make>
std::unique_ptr<Aggregates> aggregates_of(const Settings& settings, Make&& make) {
  try {
    const py::gil_scoped_release unlocked;
    return std::make_unique<Aggregates>(make(), settings.normalised, settings.threads);
  } catch (const SelectionError& error) {
    throw py::key_error(error.what());
  }
}

void check_type(const Trace& trace, uint32_t type) {
  if (type >= trace.types().size()) throw py::index_error("no such type");
}

AggregationModelOptions options_of(const Trace& trace, const Settings& settings) {
  AggregationModelOptions options;
  for (const uint32_t type : settings.level_types) {
    check_type(trace, type);
    options.level_types.push_back({type});
  }
  options.level_depth = settings.level_depth;
  options.containers = settings.containers;
  options.slices = settings.slices;
  options.start = settings.start;
  options.end = settings.end;
  options.threads = settings.threads;
  return options;
}

std::unique_ptr<Aggregates> aggregate(const Trace& trace, uint32_t type, uint32_t container_type,
                                      bool outermost, const Settings& settings) {
  check_type(trace, type);
  check_type(trace, container_type);
  AggregationModelOptions options = options_of(trace, settings);
  options.type = {type};
  options.container_type = {container_type};
  options.outermost = outermost;
  return aggregates_of(settings, [&] { return aggregation_model(trace, options); });
}

// Of all types of tracks, or of one.
std::unique_ptr<Aggregates> aggregate_density(const Analysis& analysis, const std::string& word,
                                              std::optional<uint32_t> type,
                                              const Settings& settings) {
  const Trace& trace = analysis.graph().trace();
  AggregationModelOptions options = options_of(trace, settings);
  if (type) {
    check_type(trace, *type);
    options.type = {*type};
  }
  const auto density = density_named(word);
  if (!density) throw py::value_error("no density is called '" + word + "'");
  return aggregates_of(settings,
                       [&] { return density_model(analysis.graph(), *density, options); });
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
  py::class_<Settings>(module, "AggregationSettings")
      .def(py::init([](std::vector<uint32_t> level_types, std::optional<uint32_t> level_depth,
                       std::vector<std::string> containers, uint32_t slices,
                       std::optional<double> start, std::optional<double> end, bool normalised,
                       unsigned threads) {
             return Settings{std::move(level_types),
                             level_depth,
                             std::move(containers),
                             slices,
                             start,
                             end,
                             normalised,
                             threads};
           }),
           py::kw_only(), py::arg("level_types"), py::arg("level_depth"), py::arg("containers"),
           py::arg("slices"), py::arg("start"), py::arg("end"), py::arg("normalised"),
           py::arg("threads"));
  module.def("aggregate", aggregate, py::arg("trace"), py::arg("type"), py::arg("container_type"),
             py::arg("outermost"), py::arg("settings"));
  module.def("aggregate_density", aggregate_density, py::arg("analysis"), py::arg("density"),
             py::arg("type"), py::arg("settings"));
}

}  // namespace paje::python
