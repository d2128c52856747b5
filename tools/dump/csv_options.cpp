#include "dump/csv_options.hpp"

#include <argp.h>

#include <cstdlib>

#include "common/argp_values.hpp"
#include "common/selection_options.hpp"
#include "common/tool.hpp"
#include "dump/table_arguments.hpp"

namespace paje::tools {

namespace {

enum Key : int { kQuotes = 1000, kLenient, kMaxMemory, kSort, kFixClocks, kContainerPrecision };

const argp_option kOptions[] = {
    {"prefix", 'p', "PREFIX", 0, "What the names of the files begin with (needed)", 0},
    {"start", 's', "START", 0, "Only objects that reach START or go on after it", 0},
    {"end", 'e', "END", 0, "Only objects that begin at END or before", 0},
    {"stop-at", 'a', "TIME", 0, "Stop the replay at TIME; what is open closes there", 0},
    {"no-strict", 'n', nullptr, 0, "Accept field names of old versions of the format", 0},
    {"ignore-incomplete-links", 'z', nullptr, 0, "Leave out links with a missing half", 0},
    {"flex", 'f', nullptr, 0, "Accepted for compatibility; has no effect", 0},
    {"float-precision", 'l', "PRECISION", 0, "Digits after the point (default 6)", 0},
    {"container-precision", kContainerPrecision, "N", 0,
     "Significant digits of the times of containers (default 6)", 0},
    {"no-imbrication", 'i', nullptr, 0,
     "No imbrication: a push ends the state on top, a pop resumes the one below", 0},
    {"version", 'v', nullptr, 0, "Print the version", 0},
    {"quotes", kQuotes, "HOW", 0,
     "Quotes that stood around names: strip drops them (default), keep keeps them, csv quotes by "
     "RFC 4180",
     0},
    {"sort", kSort, nullptr, 0, "Read events in the order of their times, not of their lines", 0},
    {"fix-clocks", kFixClocks, nullptr, 0,
     "Correct the clocks of containers so that no message ends before it starts; standard error "
     "says by how much",
     0},
    kSelectContainersOption,
    kSelectTypesOption,
    {"jobs", 'j', "N", 0, "Threads to use (default: as many as there are cores)", 0},
    {"max-memory", kMaxMemory, "SIZE", 0,
     "Give up rather than take more memory than this, e.g. 500MB", 0},
    {"lenient", kLenient, nullptr, 0,
     "Leave out lines that cannot be used, and count them on standard error", 0},
    {nullptr, 0, nullptr, 0, nullptr, 0}};

// The long options of the reference, argp's own among them.
constexpr std::string_view kReferenceOptions[] = {"prefix",
                                                  "start",
                                                  "end",
                                                  "stop-at",
                                                  "no-strict",
                                                  "ignore-incomplete-links",
                                                  "flex",
                                                  "float-precision",
                                                  "no-imbrication",
                                                  "version",
                                                  "help",
                                                  "usage"};

bool parse_reading(CsvDumpOptions& options, int key, const char* argument, argp_state* state) {
  switch (key) {
    case 'a':
      options.read.stop_at = number_argument(argument, "--stop-at", state);
      return true;
    case 'n':
      options.read.old_field_names = true;
      return true;
    case 'z':
      options.read.ignore_incomplete_links = true;
      return true;
    case 'i':
      options.read.imbrication = false;
      return true;
    case 'f':
      return true;
    case 'j':
      options.read.threads = options.table.threads = threads_argument(argument, state);
      return true;
    case kMaxMemory:
      set_memory_limit(argument, state);
      return true;
    case kSort:
      options.read.sort = true;
      return true;
    case kFixClocks:
      options.read.fix_clocks = true;
      return true;
    case kLenient:
      options.lenient = true;
      return true;
    default:
      return false;
  }
}

error_t parse_option(int key, char* argument, argp_state* state) {
  auto& options = *static_cast<CsvDumpOptions*>(state->input);
  if (parse_reading(options, key, argument, state)) return 0;
  if (parse_selection(options.read.selection, key, argument)) return 0;
  switch (key) {
    case 'p':
      options.prefix = argument;
      break;
    case 's':
      options.read.selection.start = number_argument(argument, "--start", state);
      break;
    case 'e':
      options.read.selection.end = number_argument(argument, "--end", state);
      break;
    case 'l':
      set_precision(options.table, argument, state);
      break;
    case kContainerPrecision:
      set_container_precision(options.table, argument, state);
      break;
    case kQuotes:
      set_quotes(options.table, argument, state);
      break;
    case 'v':
      print_version("pj_dump_csv");
      std::exit(0);
    case ARGP_KEY_ARG:
      if (state->arg_num > 0) {
        argp_error(state, "one FILE at most, found also '%s'", one_line(argument).c_str());
      }
      options.input = argument;
      break;
    case ARGP_KEY_END:
      if (options.prefix.empty()) argp_error(state, "--prefix is needed, as in --prefix=run");
      break;
    default:
      return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

constexpr char kDescription[] =
    "Replays the Pajé trace FILE (standard input if there is none, or -) and writes the table of "
    "what happened as five CSV files: PREFIX.container.csv, PREFIX.state.csv, PREFIX.variable.csv, "
    "PREFIX.event.csv and PREFIX.link.csv."
    "\v"
    "Each file begins with a header, and its rows are those of pj_dump. The files appear when all "
    "are whole.\n"
    "\n"
    "Exit status: 0 done; 1 the trace is bad; 2 system error; 64 wrong usage.\n"
    "\n"
    "Example: pj_dump_csv --prefix=run trace.paje";

}  // namespace

CsvDumpOptions parse_csv_dump_options(int argc, char** argv) {
  CsvDumpOptions options;
  const OptionsWithAbbreviations accepted(kOptions, kReferenceOptions);
  const argp parser = {accepted.list(), parse_option, "[FILE]", kDescription,
                       nullptr,         nullptr,      nullptr};
  parse_by_argp(parser, argc, argv, &options);
  // The reference takes a negative time for "not given".
  if (options.read.stop_at && *options.read.stop_at < 0) options.read.stop_at.reset();
  return options;
}

}  // namespace paje::tools
