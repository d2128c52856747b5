#include "equals/options.hpp"

#include <argp.h>

#include <cstdlib>
#include <limits>
#include <string_view>

#include "common/argp_values.hpp"
#include "common/selection_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

enum Key : int {
  kTimeTolerance = 1000,
  kIgnoreTimes,
  kLenient,
  kStatus,
  kMaxMemory,
  kSort,
  kFixClocks
};

const argp_option kOptions[] = {
    {"stop-at1", 'a', "TIME1", 0, "Stop the replay of FILE1 at TIME1", 0},
    {"stop-at2", 'o', "TIME2", 0, "Stop the replay of FILE2 at TIME2", 0},
    {"start1", 's', "START1", 0, "Compare what FILE1 holds from START1 on", 0},
    {"end1", 'e', "END1", 0, "Compare what FILE1 holds until END1", 0},
    {"start2", 't', "START2", 0, "Compare what FILE2 holds from START2 on", 0},
    {"end2", 'd', "END2", 0, "Compare what FILE2 holds until END2", 0},
    {"flex", 'f', nullptr, 0, "Accepted for compatibility; has no effect", 0},
    {"icase", 'i', nullptr, 0, "Ignore the case of letters (ASCII) in names, values and keys", 0},
    {"no-strict", 'n', nullptr, 0, "Accept field names of old versions of the format", 0},
    {"quiet", 'q', nullptr, 0,
     "Print warnings alone; the exit status is the answer: 1 equal, 0 different (see --status)", 0},
    {"ignore-incomplete-links", 'z', nullptr, 0, "Leave out links with a missing half", 0},
    {"version", 'v', nullptr, 0, "Print the version", 0},
    {"time-tolerance", kTimeTolerance, "SECONDS", 0,
     "Times that differ by no more than SECONDS are equal (default 0)", 0},
    {"ignore-times", kIgnoreTimes, nullptr, 0, "Do not compare times, as the reference does", 0},
    {"status", kStatus, nullptr, 0, "The exit status is 0 for equal and 1 for different", 0},
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
constexpr std::string_view kReferenceOptions[] = {"stop-at1",
                                                  "stop-at2",
                                                  "start1",
                                                  "end1",
                                                  "start2",
                                                  "end2",
                                                  "flex",
                                                  "icase",
                                                  "no-strict",
                                                  "quiet",
                                                  "ignore-incomplete-links",
                                                  "version",
                                                  "help",
                                                  "usage"};

// The reference takes a negative time for "not given".
void set_stop(ReadOptions& options, const char* text, const char* option, argp_state* state) {
  const double time = finite_argument(text, option, state);
  options.stop_at = time < 0 ? std::nullopt : std::optional(time);
}

void set_tolerance(ComparisonOptions& options, const char* text, argp_state* state) {
  options.time_tolerance =
      number_argument(text, "--time-tolerance", state, 0, std::numeric_limits<double>::max());
}

void check_files(const EqualsOptions& options, argp_state* state) {
  if (state->arg_num < options.sides.size()) argp_error(state, "two files are needed");
  const auto& [first, second] = options.sides;
  if (first.input == "-" && second.input == "-") {
    argp_error(state, "only one of the files can be standard input");
  }
}

void add_file(EqualsOptions& options, const char* path, argp_state* state) {
  if (state->arg_num >= options.sides.size()) {
    argp_error(state, "two files at most, found also '%s'", one_line(path).c_str());
  }
  options.sides[state->arg_num].input = path;
}

bool parse_window(EqualsOptions& options, int key, const char* argument, argp_state* state) {
  auto& windows = options.comparison.windows;
  switch (key) {
    case 'a':
      set_stop(options.sides[0].read, argument, "--stop-at1", state);
      return true;
    case 'o':
      set_stop(options.sides[1].read, argument, "--stop-at2", state);
      return true;
    case 's':
      windows[0].start = number_argument(argument, "--start1", state);
      return true;
    case 'e':
      windows[0].end = number_argument(argument, "--end1", state);
      return true;
    case 't':
      windows[1].start = number_argument(argument, "--start2", state);
      return true;
    case 'd':
      windows[1].end = number_argument(argument, "--end2", state);
      return true;
    default:
      return false;
  }
}

error_t parse_option(int key, char* argument, argp_state* state) {
  auto& options = *static_cast<EqualsOptions*>(state->input);
  if (parse_window(options, key, argument, state)) return 0;
  if (parse_selection(options.sides[0].read.selection, key, argument)) {
    options.sides[1].read.selection = options.sides[0].read.selection;
    return 0;
  }
  switch (key) {
    case 'f':
      break;
    case 'i':
      options.comparison.ignore_case = true;
      break;
    case 'n':
      for (auto& side : options.sides) side.read.old_field_names = true;
      break;
    case kSort:
      for (auto& side : options.sides) side.read.sort = true;
      break;
    case kFixClocks:
      options.sides[0].read.fix_clocks = options.sides[1].read.fix_clocks = true;
      break;
    case 'q':
      options.quiet = true;
      break;
    case 'z':
      for (auto& side : options.sides) side.read.ignore_incomplete_links = true;
      break;
    case 'v':
      print_version("pj_equals");
      std::exit(0);
    case 'j':
      for (auto& side : options.sides) side.read.threads = threads_argument(argument, state);
      break;
    case kTimeTolerance:
      set_tolerance(options.comparison, argument, state);
      break;
    case kIgnoreTimes:
      options.comparison.ignore_times = true;
      break;
    case kStatus:
      options.status = true;
      break;
    case kMaxMemory:
      set_memory_limit(argument, state);
      break;
    case kLenient:
      options.lenient = true;
      break;
    case ARGP_KEY_ARG:
      add_file(options, argument, state);
      break;
    case ARGP_KEY_END:
      check_files(options, state);
      break;
    default:
      return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

constexpr char kDescription[] =
    "Prints 1 if two Pajé traces hold the same objects and 0 if they do not; the first difference "
    "in time then goes to standard error."
    "\v"
    "Compared are types and containers, by their names and places in the trees, and all states, "
    "variables, events and links with their values, keys and times. Aliases, colours, user-defined "
    "fields, the order of the lines and values that nothing takes are not. Within START and END, "
    "objects are compared as far as they reach into that time. One of the files may be -, the "
    "standard input.\n"
    "\n"
    "Exit status: 0 both traces were read, whatever the answer; with --quiet 1 equal, 0 different "
    "(as the reference has it); with --status 0 equal, 1 different. Always 2 if a trace is bad or "
    "cannot be read, and 64 for wrong usage.\n"
    "\n"
    "Example: pj_equals --status --time-tolerance=1e-9 before.paje after.paje";

}  // namespace

EqualsOptions parse_equals_options(int argc, char** argv) {
  EqualsOptions options;
  const OptionsWithAbbreviations accepted(kOptions, kReferenceOptions);
  const argp parser = {accepted.list(), parse_option, "FILE1 FILE2", kDescription,
                       nullptr,         nullptr,      nullptr};
  for (auto& side : options.sides) side.read.selection.allow_unmatched = true;
  parse_by_argp(parser, argc, argv, &options);
  return options;
}

}  // namespace paje::tools
