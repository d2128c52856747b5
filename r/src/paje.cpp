// Traces for R: reading, and the columns of each nature. Everything that is a matter of taste in R
// is in the package's R files. Names are numbers (from 0, -1 for none) into tables of names.
//
// R leaves a function by a jump when it runs out of memory, past all destructors. Therefore the
// trace is in an external pointer, and functions that allocate hold nothing else that needs an end
// but memory; what the library throws becomes an error of R outside of all C++ objects.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <paje/clocks.hpp>
#include <paje/read.hpp>
#include <paje/user_columns.hpp>

#define R_NO_REMAP
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

namespace {

using namespace paje;

struct Read {
  Trace trace;
  std::vector<std::string> problems;
  std::vector<std::string> losses;
  std::string clocks;
};

// R takes all that is not ASCII as UTF-8; bytes that are not stay as they are.
SEXP text(std::string_view bytes) {
  return Rf_mkCharLenCE(bytes.data(), static_cast<int>(bytes.size()), CE_UTF8);
}

SEXP texts(std::size_t count, auto&& of) {
  SEXP all = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(count)));
  for (std::size_t i = 0; i < count; ++i)
    SET_STRING_ELT(all, static_cast<R_xlen_t>(i), text(of(i)));
  UNPROTECT(1);
  return all;
}

SEXP integers(std::size_t count, auto&& of) {
  SEXP all = PROTECT(Rf_allocVector(INTSXP, static_cast<R_xlen_t>(count)));
  int* const to = INTEGER(all);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<int>(of(i));
  UNPROTECT(1);
  return all;
}

SEXP numbers(std::span<const double> from) {
  SEXP all = PROTECT(Rf_allocVector(REALSXP, static_cast<R_xlen_t>(from.size())));
  if (!from.empty()) std::memcpy(REAL(all), from.data(), from.size() * sizeof(double));
  UNPROTECT(1);
  return all;
}

/// A list that is filled in order.
class List {
 public:
  explicit List(int most)
      : list_(PROTECT(Rf_allocVector(VECSXP, most))),
        names_(PROTECT(Rf_allocVector(STRSXP, most))) {}
  void add(std::string_view name, SEXP value) {
    SET_VECTOR_ELT(list_, count_, value);
    SET_STRING_ELT(names_, count_++, text(name));
  }
  SEXP done() {
    Rf_setAttrib(list_, R_NamesSymbol, names_);
    UNPROTECT(2);
    return list_;
  }

 private:
  SEXP list_;
  SEXP names_;
  int count_ = 0;
};

// Calls `action` and raises what it throws as an error of R, where no C++ object is left.
template <class Action>
SEXP guarded(Action&& action) {
  static char message[4096];
  try {
    return action();
  } catch (const std::exception& error) {
    std::snprintf(message, sizeof message, "%s", error.what());
  }
  Rf_error("%s", message);
}

void check_interrupt(void*) { R_CheckUserInterrupt(); }

Read& read_of(SEXP pointer) {
  auto* read = static_cast<Read*>(R_ExternalPtrAddr(pointer));
  if (read == nullptr) throw std::runtime_error("the trace is closed");
  return *read;
}

void close(SEXP pointer) {
  delete static_cast<Read*>(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

std::vector<std::string> words_of(SEXP words) {
  std::vector<std::string> found;
  for (R_xlen_t i = 0; i < Rf_xlength(words); ++i) {
    found.emplace_back(CHAR(STRING_ELT(words, i)));
  }
  return found;
}

// By its name in the list that the R code makes.
SEXP option(SEXP options, const char* name) {
  SEXP names = Rf_getAttrib(options, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(options); ++i) {
    if (std::strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return VECTOR_ELT(options, i);
  }
  throw std::logic_error(std::string("no option ") + name);
}

bool flag(SEXP options, const char* name) { return Rf_asLogical(option(options, name)) == TRUE; }

std::optional<double> time_of(SEXP options, const char* name) {
  SEXP found = option(options, name);
  if (Rf_isNull(found)) return std::nullopt;
  return Rf_asReal(found);
}

ReadOptions options_of(SEXP given, Read& read, std::stop_source& stop) {
  ReadOptions options;
  options.threads = static_cast<unsigned>(Rf_asInteger(option(given, "threads")));
  options.old_field_names = flag(given, "old_field_names");
  options.ignore_incomplete_links = flag(given, "ignore_incomplete_links");
  options.imbrication = flag(given, "imbrication");
  options.stop_at = time_of(given, "stop_at");
  options.sort = flag(given, "sort");
  options.fix_clocks = flag(given, "fix_clocks");
  options.keep_user_fields = true;
  options.map_files = false;  // a trace that is cut meanwhile is not to end R
  options.selection.containers = words_of(option(given, "containers"));
  options.selection.types = words_of(option(given, "types"));
  options.selection.start = time_of(given, "start").value_or(options.selection.start);
  options.selection.end = time_of(given, "end").value_or(options.selection.end);
  if (flag(given, "lenient")) {
    options.on_problem = [&](const Diagnostic& problem) {
      read.problems.push_back(one_line(problem));
    };
  }
  options.on_warning = [&](const Diagnostic& problem) {
    if (text_of(problem.rule).severity != Severity::oddity)
      read.losses.push_back(one_line(problem));
  };
  options.on_clocks = [&](const Trace& trace, const ClockCorrection& correction) {
    read.clocks = correction_text(trace, correction);
  };
  options.stop = stop.get_token();
  options.on_progress = [&stop, here = std::this_thread::get_id()](const ReadProgress&) {
    if (std::this_thread::get_id() != here) return;  // R is for one thread alone
    if (R_ToplevelExec(check_interrupt, nullptr) == FALSE) stop.request_stop();
  };
  return options;
}

SEXP paje_open(SEXP path, SEXP options) {
  // Made first, so that the trace has an owner before anything can fail.
  SEXP pointer = PROTECT(R_MakeExternalPtr(nullptr, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(pointer, close, TRUE);
  SEXP done = guarded([&] {
    auto* read = new Read;
    R_SetExternalPtrAddr(pointer, read);
    std::stop_source stop;
    read->trace =
        read_trace(Input::from_path(CHAR(STRING_ELT(path, 0))), options_of(options, *read, stop));
    return pointer;
  });
  UNPROTECT(1);
  return done;
}

SEXP paje_notes(SEXP pointer) {
  return guarded([&] {
    const Read& read = read_of(pointer);
    List list(3);
    list.add("problems", texts(read.problems.size(),
                               [&](std::size_t i) { return std::string_view(read.problems[i]); }));
    list.add("losses", texts(read.losses.size(),
                             [&](std::size_t i) { return std::string_view(read.losses[i]); }));
    list.add("clocks", texts(1, [&](std::size_t) { return std::string_view(read.clocks); }));
    return list.done();
  });
}

// The tables of names that columns point into.
SEXP paje_names(SEXP pointer) {
  return guarded([&] {
    const Trace& trace = read_of(pointer).trace;
    const auto named = [](const auto all) {
      return texts(all.size(), [&](std::size_t i) { return all[i].name.text; });
    };
    List list(4);
    list.add("containers", named(trace.containers()));
    std::string path;
    list.add("paths", texts(trace.containers().size(), [&](std::size_t i) {
               path = i == 0 ? "" : container_path(trace, ContainerId{static_cast<uint32_t>(i)});
               return std::string_view(path);
             }));
    list.add("types", named(trace.types()));
    list.add("values", named(trace.values()));
    return list.done();
  });
}

// The containers and types of the tracks of a kind, written out row by row.
void add_place(List& list, const Trace& trace, TypeKind kind) {
  const std::size_t count = trace.starts(kind).size();
  for (const bool is_type : {false, true}) {
    SEXP codes = PROTECT(Rf_allocVector(INTSXP, static_cast<R_xlen_t>(count)));
    int* const to = INTEGER(codes);
    for (const Track& track : trace.tracks()) {
      if (track.kind != kind) continue;
      const uint32_t code = is_type ? track.type.index : track.container.index;
      std::fill(to + track.first, to + track.last, static_cast<int>(code));
    }
    list.add(is_type ? "type" : "container", codes);
    UNPROTECT(1);
  }
}

SEXP columns_of_containers(const Trace& trace) {
  const auto all = trace.containers();
  const double end = trace.end_time().value_or(0);
  List list(5);
  const auto times = [&](std::string_view name, auto&& of) {
    SEXP column = PROTECT(Rf_allocVector(REALSXP, static_cast<R_xlen_t>(all.size())));
    for (std::size_t i = 0; i < all.size(); ++i) REAL(column)[i] = of(i);
    list.add(name, column);
    UNPROTECT(1);
  };
  list.add("type", integers(all.size(), [&](std::size_t i) { return all[i].type.index; }));
  list.add("parent", integers(all.size(), [&](std::size_t i) {
             return all[i].parent.valid() ? static_cast<int>(all[i].parent.index) : -1;
           }));
  times("start", [&](std::size_t i) { return all[i].start; });
  times("end", [&](std::size_t i) { return i == 0 ? end : all[i].end; });
  list.add("destroyed",
           integers(all.size(), [&](std::size_t i) { return all[i].destroyed ? 1 : 0; }));
  return list.done();
}

SEXP columns_of_objects(const Trace& trace, TypeKind kind) {
  const auto ids = [](auto from) {
    return integers(from.size(), [&](std::size_t i) { return from[i].index; });
  };
  List list(9);
  add_place(list, trace, kind);
  list.add("start", numbers(trace.starts(kind)));
  if (kind != TypeKind::event) list.add("end", numbers(trace.ends(kind)));
  if (kind == TypeKind::variable) {
    list.add("value", numbers(trace.variables().value));
  } else {
    list.add("value", ids(trace.values(kind)));
  }
  if (kind == TypeKind::state) {
    const auto depth = trace.states().depth;
    list.add("depth", integers(depth.size(), [&](std::size_t i) { return depth[i]; }));
  }
  if (kind == TypeKind::link) {
    const LinkColumns links = trace.links();
    list.add("start_container", ids(links.start_container));
    list.add("end_container", ids(links.end_container));
    list.add("key",
             texts(links.start.size(), [&](std::size_t i) { return trace.link_key(i).text; }));
  }
  return list.done();
}

TypeKind kind_of(SEXP kind) { return static_cast<TypeKind>(Rf_asInteger(kind)); }

SEXP paje_columns(SEXP pointer, SEXP kind) {
  return guarded([&] {
    const Trace& trace = read_of(pointer).trace;
    return kind_of(kind) == TypeKind::container ? columns_of_containers(trace)
                                                : columns_of_objects(trace, kind_of(kind));
  });
}

// Beyond 53 bits a double skips whole numbers.
bool is_rounded(int64_t value) {
  const auto rounded = static_cast<double>(value);
  return rounded >= 0x1p63 || static_cast<int64_t>(rounded) != value;
}

// Whole numbers that R's integers hold become such, others doubles, with how many of them are
// rounded as an attribute.
SEXP whole_column(const UserColumn& column, const std::vector<uint64_t>& rows) {
  const auto values = column.integers();
  bool is_small = true;
  for (const int64_t value : values) {
    is_small = is_small && value > std::numeric_limits<int>::min() &&
               value <= std::numeric_limits<int>::max();
  }
  const auto count = static_cast<R_xlen_t>(column.rows());
  SEXP all = PROTECT(Rf_allocVector(is_small ? INTSXP : REALSXP, count));
  if (is_small) {
    std::fill_n(INTEGER(all), count, NA_INTEGER);
    for (std::size_t i = 0; i < rows.size(); ++i)
      INTEGER(all)[rows[i]] = static_cast<int>(values[i]);
  } else {
    std::fill_n(REAL(all), count, NA_REAL);
    for (std::size_t i = 0; i < rows.size(); ++i)
      REAL(all)[rows[i]] = static_cast<double>(values[i]);
    const auto rounded = std::count_if(values.begin(), values.end(), is_rounded);
    SEXP count_of_them = PROTECT(Rf_ScalarReal(static_cast<double>(rounded)));
    if (rounded > 0) Rf_setAttrib(all, Rf_install("rounded"), count_of_them);
    UNPROTECT(1);
  }
  UNPROTECT(1);
  return all;
}

SEXP user_column(const UserColumn& column) {
  const std::vector<uint64_t> rows = column.rows_with_value();
  const auto count = static_cast<R_xlen_t>(column.rows());
  if (column.type() == UserType::integer) return whole_column(column, rows);
  if (column.type() == UserType::number) {
    SEXP all = PROTECT(Rf_allocVector(REALSXP, count));
    std::fill_n(REAL(all), count, NA_REAL);
    for (std::size_t i = 0; i < rows.size(); ++i) REAL(all)[rows[i]] = column.numbers()[i];
    UNPROTECT(1);
    return all;
  }
  SEXP all = PROTECT(Rf_allocVector(STRSXP, count));
  for (R_xlen_t i = 0; i < count; ++i) SET_STRING_ELT(all, i, NA_STRING);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SET_STRING_ELT(all, static_cast<R_xlen_t>(rows[i]), text(column.texts()[i]));
  }
  UNPROTECT(1);
  return all;
}

SEXP paje_fields(SEXP pointer, SEXP kind, SEXP size_field) {
  return guarded([&] {
    const TypeKind of = kind_of(kind);
    const UserColumns columns(read_of(pointer).trace, of,
                              of == TypeKind::link ? CHAR(STRING_ELT(size_field, 0)) : "");
    List list(static_cast<int>(columns.all().size()));
    for (const UserColumn& column : columns.all()) list.add(column.name(), user_column(column));
    return list.done();
  });
}

const R_CallMethodDef kCalls[] = {{"paje_open", reinterpret_cast<DL_FUNC>(&paje_open), 2},
                                  {"paje_notes", reinterpret_cast<DL_FUNC>(&paje_notes), 1},
                                  {"paje_names", reinterpret_cast<DL_FUNC>(&paje_names), 1},
                                  {"paje_columns", reinterpret_cast<DL_FUNC>(&paje_columns), 2},
                                  {"paje_fields", reinterpret_cast<DL_FUNC>(&paje_fields), 3},
                                  {nullptr, nullptr, 0}};

}  // namespace

extern "C" __attribute__((visibility("default"))) void R_init_paje(DllInfo* library) {
  R_registerRoutines(library, nullptr, kCalls, nullptr, nullptr);
  R_useDynamicSymbols(library, FALSE);
}
