// Reading and checking, without the interpreter's lock.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <sys/stat.h>

#include <filesystem>

#include "bindings.hpp"
#include "paje/clocks.hpp"
#include "paje/read.hpp"

namespace paje::python {

namespace py = pybind11;

namespace {

// Ctrl-C reaches a long reading when it reports how far it has come.
void raise_signals(const ReadProgress&) {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

// A file of a trace as it was before it was read: by this it is known again.
struct ReadFile {
  std::string path;
  int64_t size = 0;     // or one of these
  int64_t changed = 0;  // in nanoseconds, as os.stat() gives it

  static constexpr int64_t kMissing = -1;
  static constexpr int64_t kNotRegular = -2;
};

ReadFile read_file(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return {path, ReadFile::kMissing, 0};
  if (!S_ISREG(found.st_mode)) return {path, ReadFile::kNotRegular, 0};
  const auto seconds = static_cast<int64_t>(found.st_mtim.tv_sec);
  return {path, static_cast<int64_t>(found.st_size),
          seconds * 1'000'000'000 + found.st_mtim.tv_nsec};
}

py::list files_of(const std::vector<ReadFile>& files) {
  py::list list;
  for (const ReadFile& file : files) {
    const auto path = py::reinterpret_steal<py::str>(PyUnicode_DecodeFSDefaultAndSize(
        file.path.data(), static_cast<py::ssize_t>(file.path.size())));
    list.append(py::make_tuple(path, file.size, file.changed));
  }
  return list;
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
         bool read_parts, bool sort, bool fix_clocks, std::vector<std::string> containers,
         std::vector<std::string> types, std::optional<double> start, std::optional<double> end) {
        std::vector<Diagnostic> problems;
        std::vector<Diagnostic> losses;
        std::vector<ReadFile> files;
        std::string clocks;
        Trace trace;
        {
          const py::gil_scoped_release unlocked;
          ReadOptions options =
              options_of(threads, lenient, old_field_names, ignore_incomplete_links, imbrication,
                         stop_at, read_parts, sort, problems, losses);
          options.keep_user_fields = true;
          options.on_demand = true;
          options.fix_clocks = fix_clocks;
          options.on_clocks = [&](const Trace& read, const ClockCorrection& correction) {
            clocks = correction_text(read, correction);
          };
          options.selection.containers = std::move(containers);
          options.selection.types = std::move(types);
          options.selection.start = start.value_or(options.selection.start);
          options.selection.end = end.value_or(options.selection.end);
          options.on_file = [&](const std::string& file) { files.push_back(read_file(file)); };
          try {
            trace = read_trace(Input::from_path(path), options);
          } catch (const SelectionError& error) {
            throw py::key_error(error.what());
          }
        }
        return py::make_tuple(std::move(trace), std::move(problems), std::move(losses),
                              files_of(files), clocks);
      },
      py::arg("path"), py::kw_only(), py::arg("threads"), py::arg("lenient"),
      py::arg("old_field_names"), py::arg("ignore_incomplete_links"), py::arg("imbrication"),
      py::arg("stop_at"), py::arg("read_parts"), py::arg("sort"), py::arg("fix_clocks") = false,
      py::arg("containers") = std::vector<std::string>(),
      py::arg("types") = std::vector<std::string>(), py::arg("start") = py::none(),
      py::arg("end") = py::none());
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
