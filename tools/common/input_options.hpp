// The options that say how a trace is read, for tools whose options CLI11 parses.
#pragma once

#include <CLI/CLI.hpp>

namespace paje::tools {

inline void add_old_names_option(CLI::App& app, bool& old_field_names) {
  app.add_flag("-n,--no-strict", old_field_names,
               "Accept field names of old versions of the format");
}

inline void add_incomplete_links_option(CLI::App& app, bool& ignore_incomplete_links) {
  app.add_flag("-z,--ignore-incomplete-links", ignore_incomplete_links,
               "Leave out links with a missing half");
}

inline void add_lenient_option(CLI::App& app, bool& lenient) {
  app.add_flag("--lenient", lenient,
               "Leave out lines that cannot be used, and count them on standard error");
}

inline void add_sort_option(CLI::App& app, bool& sort) {
  app.add_flag("--sort", sort, "Read events in the order of their times, not of their lines");
}

/// For tools that read whole traces.
inline void add_fix_clocks_option(CLI::App& app, bool& fix_clocks) {
  app.add_flag("--fix-clocks", fix_clocks,
               "Correct the clocks of containers so that no message ends before it starts; "
               "standard error says by how much");
}

inline void add_quiet_option(CLI::App& app, bool& quiet, const char* what = "Show no progress") {
  app.add_flag("-q,--quiet", quiet, what);
}

}  // namespace paje::tools
