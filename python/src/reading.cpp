// Reading and checking, without the interpreter's lock.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "bindings.hpp"
#include "paje/read.hpp"

namespace paje::python {

namespace py = pybind11;

namespace {

// Ctrl-C reaches a long reading when it tells how far it has come.
void raise_signals(const ReadProgress&) {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

ReadOptions options_of(unsigned threads, bool lenient, bool old_field_names,
                       bool ignore_incomplete_links, bool imbrication,
                       std::optional<double> stop_at, bool read_parts, bool sort,
                       std::vector<Diagnostic>& problems, std::vector<Diagnostic>& losses) {
  ReadOptions options;
  options.threads = threads;
  options.old_field_names = old_field_names;
  options.ignore_incomplete_links = ignore_incomplete_links;
  options.imbrication = imbrication;
  options.stop_at = stop_at;
  options.read_parts = read_parts;
  options.sort = sort;
  options.on_progress = raise_signals;
  options.on_warning = [&](const Diagnostic& diagnostic) {
    if (text_of(diagnostic.rule).severity != Severity::oddity) losses.push_back(diagnostic);
  };
  options.map_files = false;  // a trace that is cut meanwhile is not to end the interpreter
  if (lenient) {
    options.on_problem = [&](const Diagnostic& diagnostic) { problems.push_back(diagnostic); };
  }
  return options;
}

}  // namespace

void bind_reading(py::module_& module) {
  module.def(
      "read",
      [](const std::filesystem::path& path, unsigned threads, bool lenient, bool old_field_names,
         bool ignore_incomplete_links, bool imbrication, std::optional<double> stop_at,
         bool read_parts, bool sort) {
        std::vector<Diagnostic> problems;
        std::vector<Diagnostic> losses;
        Trace trace;
        {
          const py::gil_scoped_release unlocked;
          trace = read_trace(Input::from_path(path),
                             options_of(threads, lenient, old_field_names, ignore_incomplete_links,
                                        imbrication, stop_at, read_parts, sort, problems, losses));
        }
        return std::tuple(std::move(trace), std::move(problems), std::move(losses));
      },
      py::arg("path"), py::kw_only(), py::arg("threads"), py::arg("lenient"),
      py::arg("old_field_names"), py::arg("ignore_incomplete_links"), py::arg("imbrication"),
      py::arg("stop_at"), py::arg("read_parts"), py::arg("sort"));
  module.def(
      "check",
      [](const std::filesystem::path& path, unsigned threads, bool old_field_names, bool read_parts,
         bool sort, std::size_t most) {
        std::vector<Diagnostic> problems;
        const py::gil_scoped_release unlocked;
        ReadOptions options = options_of(threads, true, old_field_names, false, true, std::nullopt,
                                         read_parts, sort, problems, problems);
        options.on_problem = [&](const Diagnostic& diagnostic) {
          if (problems.size() < most) problems.push_back(diagnostic);
        };
        options.on_warning = [&](const Diagnostic& diagnostic) {
          const bool is_loss = text_of(diagnostic.rule).severity == Severity::loss;
          if (is_loss && problems.size() < most) problems.push_back(diagnostic);
        };
        (void)check_trace(Input::from_path(path), options);
        return problems;
      },
      py::arg("path"), py::kw_only(), py::arg("threads"), py::arg("old_field_names"),
      py::arg("read_parts"), py::arg("sort"), py::arg("most"));
}

}  // namespace paje::python
