#include "dump/options.hpp"

#include <argp.h>

#include <cstdlib>
#include <string_view>

#include "common/argp_values.hpp"
#include "common/selection_options.hpp"
#include "common/tool.hpp"
#include "dump/table_arguments.hpp"

namespace paje::tools {

namespace {

enum Key : int {
  kTypeHierarchy = 1000,
  kEntityHierarchy,
  kQuotes,
  kOutput,
  kLenient,
  kMaxMemory,
  kSort,
  kFixClocks,
  kContainerPrecision,
};

// The long options of the reference, argp's own among them.
constexpr std::string_view kReferenceOptions[] = {"start",
                                                  "end",
                                                  "stop-at",
                                                  "no-strict",
                                                  "ignore-incomplete-links",
                                                  "quiet",
                                                  "flex",
                                                  "user-defined",
                                                  "probabilistic",
                                                  "float-precision",
                                                  "no-imbrication",
                                                  "container",
                                                  "dot",
                                                  "time",
                                                  "header",
                                                  "version",
                                                  "out-of-core",
                                                  "type-hierarchy",
                                                  "entity-hierarchy",
                                                  "help",
                                                  "usage"};

const argp_option kOptions[] = {
    {"start", 's', "START", 0, "Only objects that reach START or go on after it", 0},
    {"end", 'e', "END", 0, "Only objects that begin at END or before", 0},
    {"stop-at", 'a', "TIME", 0, "Stop the replay at TIME; what is open closes there", 0},
    {"no-strict", 'n', nullptr, 0, "Accept field names of old versions of the format", 0},
    {"sort", kSort, nullptr, 0, "Read events in the order of their times, not of their lines", 0},
    {"fix-clocks", kFixClocks, nullptr, 0,
     "Correct the clocks of containers so that no message ends before it starts; standard error "
     "says by how much",
     0},
    {"ignore-incomplete-links", 'z', nullptr, 0, "Leave out links with a missing half", 0},
    {"quiet", 'q', nullptr, 0, "Replay, but print no table", 0},
    {"flex", 'f', nullptr, 0, "Accepted for compatibility; has no effect", 0},
    {"user-defined", 'u', nullptr, 0, "Append user-defined fields to the rows", 0},
    {"probabilistic", 'p', "TYPENAME", 0,
     "Print which container has which value of that type, interval by interval", 0},
    {"float-precision", 'l', "PRECISION", 0, "Digits after the point (default 6)", 0},
    {"container-precision", kContainerPrecision, "N", 0,
     "Significant digits of the times of containers (default 6)", 0},
    {"no-imbrication", 'i', nullptr, 0,
     "No imbrication: a push ends the state on top, a pop resumes the one below", 0},
    {"container", 'c', nullptr, 0, "Print the container hierarchy instead of the table", 0},
    {"dot", 'd', nullptr, 0, "Print the type hierarchy for Graphviz instead of the table", 0},
    {"time", 't', nullptr, 0, "First print how many seconds the replay took", 0},
    {"header", 'h', nullptr, 0,
     "Begin with a header line for each kind of object; that of links lacks the last column, Key, "
     "as "
     "pajeng's does, unless names are quoted as CSV",
     0},
    {"version", 'v', nullptr, 0, "Print the version", 0},
    {"out-of-core", 'o', nullptr, 0,
     "Print objects as they complete and keep only open ones in memory", 0},
    {"type-hierarchy", kTypeHierarchy, "FILE", 0, "Write the type hierarchy to FILE (CSV)", 0},
    {"entity-hierarchy", kEntityHierarchy, "FILE", 0, "Write the entity hierarchy to FILE (CSV)",
     0},
    {"quotes", kQuotes, "HOW", 0,
     "Quotes that stood around names: strip drops them (default), keep keeps them, csv quotes by "
     "RFC 4180",
     0},
    {"output", kOutput, "FILE", 0, "Write the table to FILE, once it is whole", 0},
    kSelectContainersOption,
    kSelectTypesOption,
    {"jobs", 'j', "N", 0, "Threads to use (default: as many as there are cores)", 0},
    {"max-memory", kMaxMemory, "SIZE", 0,
     "Give up rather than take more memory than this, e.g. 500MB", 0},
    {"lenient", kLenient, nullptr, 0,
     "Leave out lines that cannot be used, and count them on standard error", 0},
    {nullptr, 0, nullptr, 0, nullptr, 0}};

// What is not the table has all of the trace. (-s and -e are the reference's, which accepts them.)
void refuse_selection_in_vain(const DumpOptions& options, argp_state* state) {
  const Selection& selection = options.read.selection;
  if (selection.containers.empty() && selection.types.empty()) return;
  if (!options.container_tree && !options.type_graph) return;
  argp_error(state, "--containers and --types choose rows of the table, and %s prints no table",
             options.container_tree ? "-c" : "-d");
}

error_t parse_option(int key, char* argument, argp_state* state) {
  auto& options = *static_cast<DumpOptions*>(state->input);
  if (parse_selection(options.read.selection, key, argument)) return 0;
  switch (key) {
    case 's':
      options.read.selection.start = number_argument(argument, "--start", state);
      break;
    case 'e':
      options.read.selection.end = number_argument(argument, "--end", state);
      break;
    case 'a':
      options.read.stop_at = finite_argument(argument, "--stop-at", state);
      break;
    case 'n':
      options.read.old_field_names = true;
      break;
    case kSort:
      options.read.sort = true;
      break;
    case kFixClocks:
      options.read.fix_clocks = true;
      break;
    case 'z':
      options.read.ignore_incomplete_links = true;
      break;
    case 'q':
      options.quiet = true;
      break;
    case 'f':
      break;
    case 'u':
      options.read.keep_user_fields = options.table.user_fields = true;
      break;
    case 'p':
      options.current_values_of = argument;
      break;
    case 'l':
      set_precision(options.table, argument, state);
      break;
    case kContainerPrecision:
      set_container_precision(options.table, argument, state);
      break;
    case 'i':
      options.read.imbrication = false;
      break;
    case 'c':
      options.container_tree = true;
      break;
    case 'd':
      options.type_graph = true;
      break;
    case 't':
      options.print_time = true;
      break;
    case 'h':
      options.table.header = true;
      break;
    case 'v':
      print_version("pj_dump");
      std::exit(0);
    case 'o':
      options.out_of_core = true;
      break;
    case kTypeHierarchy:
      options.type_hierarchy = argument;
      break;
    case kEntityHierarchy:
      options.entity_hierarchy = argument;
      break;
    case kQuotes:
      set_quotes(options.table, argument, state);
      break;
    case kOutput:
      options.output = argument;
      break;
    case 'j':
      options.read.threads = options.table.threads = threads_argument(argument, state);
      break;
    case kMaxMemory:
      set_memory_limit(argument, state);
      break;
    case kLenient:
      options.lenient = true;
      break;
    case ARGP_KEY_ARG:
      if (state->arg_num > 0) {
        argp_error(state, "one FILE at most, found also '%s'", one_line(argument).c_str());
      }
      options.input = argument;
      break;
    case ARGP_KEY_END:
      refuse_selection_in_vain(options, state);
      break;
    default:
      return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

constexpr char kDescription[] =
    "Replays the Pajé trace FILE (standard input if there is none, or -) and prints a table of "
    "what happened, one line for each container, state, variable, event and link."
    "\v"
    "Exit status: 0 done; 1 the trace is bad; 2 system error; 64 wrong usage.\n"
    "\n"
    "Example: pj_dump --ignore-incomplete-links trace.paje | grep ^State > states.csv";

}  // namespace

DumpOptions parse_dump_options(int argc, char** argv) {
  DumpOptions options;
  const OptionsWithAbbreviations accepted(kOptions, kReferenceOptions);
  const argp parser = {accepted.list(), parse_option, "[FILE]", kDescription,
                       nullptr,         nullptr,      nullptr};
  parse_by_argp(parser, argc, argv, &options);
  // The reference takes a negative time for "not given".
  if (options.read.stop_at && *options.read.stop_at < 0) options.read.stop_at.reset();
  return options;
}

}  // namespace paje::tools
