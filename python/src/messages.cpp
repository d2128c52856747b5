// How much containers send to each other, as columns. A size of NaN is not known.
#include <pybind11/stl.h>

#include <limits>

#include "analysis.hpp"

namespace paje::python {

namespace {

struct Measured {
  const std::vector<double>& sizes;
  [[nodiscard]] double operator()(double bytes) const {
    return sizes.empty() ? std::numeric_limits<double>::quiet_NaN() : bytes;
  }
};

py::dict matrix_of(Analysis& analysis) {
  const std::vector<double>& sizes = unlocked([&]() -> auto& { return analysis.sizes(); });
  const std::vector<ContainerPair> rows =
      unlocked([&] { return message_matrix(analysis.graph().trace(), sizes); });
  const Measured measured{sizes};
  py::dict columns;
  columns["from"] = column<uint32_t>(rows, [](const auto& row) { return row.from.index; });
  columns["to"] = column<uint32_t>(rows, [](const auto& row) { return row.to.index; });
  columns["count"] = column<int64_t>(rows, [](const auto& row) { return row.messages; });
  columns["bytes"] = column<double>(rows, [&](const auto& row) { return measured(row.bytes); });
  return columns;
}

py::dict traffic_of(Analysis& analysis) {
  const std::vector<double>& sizes = unlocked([&]() -> auto& { return analysis.sizes(); });
  const std::vector<ContainerTraffic> rows =
      unlocked([&] { return traffic_by_container(analysis.graph().trace(), sizes); });
  const Measured measured{sizes};
  py::dict columns;
  columns["container"] =
      column<uint32_t>(rows, [](const auto& row) { return row.container.index; });
  columns["sent"] = column<int64_t>(rows, [](const auto& row) { return row.sent; });
  columns["received"] = column<int64_t>(rows, [](const auto& row) { return row.received; });
  columns["bytes_sent"] =
      column<double>(rows, [&](const auto& row) { return measured(row.bytes_sent); });
  columns["bytes_received"] =
      column<double>(rows, [&](const auto& row) { return measured(row.bytes_received); });
  return columns;
}

py::dict histogram_of(Analysis& analysis, bool of_sizes, uint32_t bins) {
  const std::vector<HistogramBin> rows = unlocked([&] {
    const Trace& trace = analysis.graph().trace();
    return of_sizes ? size_histogram(trace, analysis.sizes(), bins)
                    : latency_histogram(trace, bins);
  });
  py::dict columns;
  columns["low"] = column<double>(rows, [](const auto& row) { return row.low; });
  columns["high"] = column<double>(rows, [](const auto& row) { return row.high; });
  columns["count"] = column<int64_t>(rows, [](const auto& row) { return row.count; });
  return columns;
}

py::dict traffic_over_time_of(Analysis& analysis, uint32_t bins) {
  const std::vector<double>& sizes = unlocked([&]() -> auto& { return analysis.sizes(); });
  const std::vector<TrafficBin> rows =
      unlocked([&] { return traffic_over_time(analysis.graph().trace(), sizes, bins); });
  const Measured measured{sizes};
  py::dict columns;
  columns["start"] = column<double>(rows, [](const auto& row) { return row.start; });
  columns["end"] = column<double>(rows, [](const auto& row) { return row.end; });
  columns["count"] = column<int64_t>(rows, [](const auto& row) { return row.messages; });
  columns["bytes"] = column<double>(rows, [&](const auto& row) { return measured(row.bytes); });
  return columns;
}

}  // namespace

void bind_messages(py::class_<Analysis>& analysis) {
  analysis.def("message_matrix", matrix_of)
      .def("traffic_by_container", traffic_of)
      .def("histogram", histogram_of, py::arg("of_sizes"), py::arg("bins"))
      .def("traffic_over_time", traffic_over_time_of, py::arg("bins"));
}

}  // namespace paje::python
