// Problems of traces as Python objects and exceptions: TraceError carries a Diagnostic's fields.
#include <pybind11/stl.h>

#include <system_error>

#include "bindings.hpp"
#include "paje/diagnostic.hpp"
#include "paje/visible_text.hpp"
#include "text_of_bytes.hpp"

namespace paje::python {

namespace py = pybind11;

namespace {

py::list chain_of(const Diagnostic& diagnostic) {
  py::list chain;
  for (const NamedPart& part : diagnostic.named_by) {
    chain.append(py::make_tuple(text_of_bytes(part.part), text_of_bytes(part.named_by), part.line));
  }
  return chain;
}

py::object none_if_zero(uint64_t number) {
  return number == 0 ? py::object(py::none()) : py::object(py::int_(number));
}

// What a Diagnostic is made of, for pickles; rules by their names, which stay.
py::tuple state_of(const Diagnostic& d) {
  const auto bytes = [](std::string_view text) { return py::bytes(text.data(), text.size()); };
  py::list chain;
  for (const NamedPart& part : d.named_by) {
    chain.append(py::make_tuple(bytes(part.part), bytes(part.named_by), part.line));
  }
  return py::make_tuple(bytes(paje::text_of(d.rule).name), bytes(d.where.file), d.where.line,
                        d.where.column, d.where.byte, bytes(d.found), bytes(d.expected),
                        bytes(d.source_line), d.caret, bytes(d.note), static_cast<int>(d.repair),
                        chain);
}

Rule rule_named(std::string_view name) {
  for (const RuleText& text : all_rules()) {
    if (text.name == name) return text.rule;
  }
  throw py::value_error("no rule is named '" + std::string(name) + "'");
}

Diagnostic diagnostic_of(const py::tuple& state) {
  if (state.size() != 12) throw py::value_error("this is no pickled Diagnostic of this version");
  Diagnostic d;
  d.rule = rule_named(state[0].cast<std::string>());
  d.where = {state[1].cast<std::string>(), state[2].cast<uint64_t>(), state[3].cast<uint64_t>(),
             state[4].cast<uint64_t>()};
  d.found = state[5].cast<std::string>();
  d.expected = state[6].cast<std::string>();
  d.source_line = state[7].cast<std::string>();
  d.caret = state[8].cast<uint64_t>();
  d.note = state[9].cast<std::string>();
  const int repair = state[10].cast<int>();
  if (repair < 0 || repair > static_cast<int>(Repair::end_moved)) {
    throw py::value_error("no such repair");
  }
  d.repair = static_cast<Repair>(repair);
  for (const py::handle part : state[11].cast<py::list>()) {
    const auto entry = part.cast<py::tuple>();
    d.named_by.push_back(
        {entry[0].cast<std::string>(), entry[1].cast<std::string>(), entry[2].cast<uint64_t>()});
  }
  return d;
}

}  // namespace

void bind_errors(py::module_& module) {
  py::class_<Diagnostic>(module, "Diagnostic", "One problem of a trace.")
      .def_property_readonly(
          "rule", [](const Diagnostic& d) { return std::string(paje::text_of(d.rule).name); },
          "Name of the rule that was broken, as `unknown-container`.")
      .def_property_readonly(
          "remedy", [](const Diagnostic& d) { return std::string(paje::text_of(d.rule).remedy); },
          "How to mend the trace.")
      .def_property_readonly("file",
                             [](const Diagnostic& d) { return text_of_bytes(d.where.file); })
      .def_property_readonly(
          "line", [](const Diagnostic& d) { return none_if_zero(d.where.line); },
          "Counted from 1; None for a binary trace.")
      .def_property_readonly(
          "column", [](const Diagnostic& d) { return none_if_zero(d.where.column); },
          "In bytes, counted from 1; None if it is not known.")
      .def_property_readonly(
          "byte",
          [](const Diagnostic& d) {
            return d.where.byte == SourceLocation::kWholeFile ? 0 : d.where.byte;
          },
          "Offset in the (decompressed) file.")
      .def_property_readonly("found", [](const Diagnostic& d) { return text_of_bytes(d.found); })
      .def_property_readonly("expected",
                             [](const Diagnostic& d) { return text_of_bytes(d.expected); })
      .def_property_readonly("source_line",
                             [](const Diagnostic& d) { return text_of_bytes(d.source_line); })
      .def_property_readonly("note", [](const Diagnostic& d) { return text_of_bytes(d.note); })
      .def_property_readonly("named_by", chain_of,
                             "If the file is a part: (part, file that names it, line), and so on.")
      .def_property_readonly(
          "text", [](const Diagnostic& d) { return text_of_bytes(full_text(d)); },
          "Message with the source line and a caret, as the tools print it.")
      .def("__str__", [](const Diagnostic& d) { return text_of_bytes(one_line(d)); })
      .def("__repr__",
           [](const Diagnostic& d) {
             return py::str("<paje.Diagnostic {}>").format(text_of_bytes(one_line(d)));
           })
      .def(py::pickle(&state_of, &diagnostic_of));

  // Of the module, for as long as the interpreter runs.
  static const py::handle trace_error =
      py::exception<TraceError>(module, "TraceError", PyExc_ValueError).release();
  trace_error.attr("__doc__") =
      "The trace is bad. Has the attributes of paje.Diagnostic: file, line, column, byte, rule, "
      "found, expected, and `diagnostic`, which is one.";
  py::register_exception_translator([](std::exception_ptr exception) {
    try {
      std::rethrow_exception(exception);
    } catch (const TraceError& error) {
      const Diagnostic& diagnostic = error.diagnostic();
      const py::object wrapped = py::cast(diagnostic);
      const py::object raised = trace_error(text_of_bytes(one_line(diagnostic)));
      raised.attr("diagnostic") = wrapped;
      for (const char* name : {"file", "line", "column", "byte", "rule", "found", "expected"}) {
        raised.attr(name) = wrapped.attr(name);
      }
      PyErr_SetObject(trace_error.ptr(), raised.ptr());
    } catch (const std::system_error& error) {
      // OSError chooses its subclass by the number.
      const py::object raised = py::reinterpret_borrow<py::object>(PyExc_OSError)(
          error.code().value(), text_of_bytes(visible(error.what())));
      PyErr_SetObject(PyExc_OSError, raised.ptr());
    }
  });
}

}  // namespace paje::python
