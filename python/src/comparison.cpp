// pj_compare's comparison, as rows for tables.
#include "paje/comparison.hpp"

#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "text_of_bytes.hpp"

namespace paje::python {

namespace {

Descent descent_of(const std::string& word) {
  if (word == "similar") return Descent::similar;
  if (word == "equal") return Descent::equal;
  if (word == "always") return Descent::always;
  throw py::value_error("'" + word + "' is not 'similar', 'equal' or 'always'");
}

Comparison compare_traces(const Trace& a, const Trace& b, const std::string& state_type,
                          const std::string& match, const std::string& origin, bool ends_free,
                          const std::string& descend, double region_tolerance, uint32_t slices,
                          unsigned threads) {
  const auto one_of = [](const std::string& word, const char* first, const char* second) {
    if (word != first && word != second) {
      throw py::value_error("'" + word + "' is neither '" + first + "' nor '" + second + "'");
    }
    return word == second;
  };
  ComparisonOptions options;
  options.state_type = state_type;
  options.matching =
      one_of(match, "name", "order") ? ContainerMatching::order : ContainerMatching::name;
  options.origin = one_of(origin, "start", "zero") ? Origin::zero : Origin::start;
  options.descent = descent_of(descend);
  options.region_tolerance = region_tolerance;
  options.slices = slices;
  options.alignment.ends_free = ends_free;
  options.alignment.threads = threads;
  const py::gil_scoped_release unlocked;
  return compare(a, b, options);
}

py::list values_of(const Comparison& comparison) {
  py::list rows;
  for (const ValueDifference& row : comparison.by_value) {
    const ComparedValue& value = comparison.values[row.value];
    rows.append(py::make_tuple(text_of_bytes(value.type), text_of_bytes(value.name),
                               row.time.total(), row.time.in_a, row.time.in_b, row.time.only_a,
                               row.time.only_b, row.pairs, row.only_a, row.only_b));
  }
  return rows;
}

py::list tracks_of(const Comparison& comparison) {
  py::list rows;
  for (const TrackComparison& track : comparison.tracks) {
    rows.append(py::make_tuple(text_of_bytes(track.path), text_of_bytes(track.type),
                               track.a.container.valid(), track.b.container.valid(),
                               track.similarity, track.matches, track.mismatches, track.gaps_a,
                               track.gaps_b, track.length_a, track.length_b, track.swaps.size()));
  }
  return rows;
}

// The value that contributes most stands for a region.
py::list regions_of(const Comparison& comparison) {
  py::list rows;
  for (const Region& region : comparison.regions) {
    const TrackComparison& track = comparison.tracks[region.track];
    const py::object value =
        region.values.empty()
            ? py::object(py::none())
            : py::object(text_of_bytes(comparison.values[region.values.front().value].name));
    rows.append(py::make_tuple(text_of_bytes(track.path), value, region.gain(), region.start_a,
                               region.end_a, region.start_b, region.end_b));
  }
  return rows;
}

py::list slices_of(const Comparison& comparison) {
  py::list rows;
  for (const TimeSlice& slice : comparison.slices) {
    rows.append(py::make_tuple(slice.start, slice.end, slice.total));
  }
  return rows;
}

py::list channels_of(const Comparison& comparison) {
  py::list rows;
  for (const ChannelDifference& row : comparison.links.channels) {
    rows.append(py::make_tuple(text_of_bytes(row.type), text_of_bytes(row.value),
                               text_of_bytes(row.from), text_of_bytes(row.to), row.pairs,
                               row.duration_a, row.duration_b, row.only_a, row.only_b));
  }
  return rows;
}

// Rows of the links columns.
py::list links_of(const Comparison& comparison) {
  py::list rows;
  for (const LinkPair& row : comparison.links.longest) {
    rows.append(py::make_tuple(row.row_a, row.row_b, row.start_a, row.start_b, row.duration_a,
                               row.duration_b));
  }
  return rows;
}

py::list variables_of(const Comparison& comparison) {
  py::list rows;
  for (const VariableComparison& row : comparison.variables) {
    rows.append(py::make_tuple(text_of_bytes(row.path), text_of_bytes(row.type), row.mean_a,
                               row.mean_b, row.integral_a, row.integral_b, row.value_a, row.value_b,
                               row.time_a, row.time_b));
  }
  return rows;
}

// Rows of the states columns of both traces.
py::list swaps_of(const Comparison& comparison) {
  py::list rows;
  for (const TrackComparison& track : comparison.tracks) {
    for (const StateSwap& swap : track.swaps) {
      rows.append(py::make_tuple(text_of_bytes(track.path), track.a.first + swap.first_in_a,
                                 track.a.first + swap.second_in_a, track.b.first + swap.first_in_b,
                                 track.b.first + swap.second_in_b, swap.time_a, swap.time_b));
    }
  }
  return rows;
}

// Rows of the states columns of both traces, -1 next to a gap.
py::tuple pairs_of(const Comparison& comparison, std::size_t number) {
  if (number >= comparison.tracks.size()) {
    throw py::index_error("no track has the number " + std::to_string(number) + "; there are " +
                          std::to_string(comparison.tracks.size()) + ", from 0");
  }
  const TrackComparison& track = comparison.tracks[number];
  std::vector<int64_t> a, b;
  for (const StateColumn& column : track.columns) {
    a.push_back(column.in_a() ? static_cast<int64_t>(track.a.first + column.a) : -1);
    b.push_back(column.in_b() ? static_cast<int64_t>(track.b.first + column.b) : -1);
  }
  return py::make_tuple(array_of(std::move(a)), array_of(std::move(b)));
}

}  // namespace

void bind_comparison(py::module_& module) {
  py::class_<Comparison>(module, "Comparison")
      .def("is_equal", &Comparison::is_equal)
      .def_readonly("similarity", &Comparison::similarity)
      .def_readonly("length_a", &Comparison::length_a)
      .def_readonly("length_b", &Comparison::length_b)
      .def_property_readonly("difference",
                             [](const Comparison& comparison) { return comparison.time.total(); })
      .def("values", values_of)
      .def("tracks", tracks_of)
      .def("regions", regions_of)
      .def_readonly("outside_regions", &Comparison::outside_regions)
      .def("slices", slices_of)
      .def("channels", channels_of)
      .def("links", links_of)
      .def("variables", variables_of)
      .def("swaps", swaps_of)
      .def("pairs", pairs_of, py::arg("track"));
  module.def("compare", compare_traces, py::arg("a"), py::arg("b"), py::kw_only(),
             py::arg("state_type"), py::arg("match"), py::arg("origin"), py::arg("ends_free"),
             py::arg("descend"), py::arg("region_tolerance"), py::arg("slices"),
             py::arg("threads"));
}

}  // namespace paje::python
