// The options that select a part of a trace, the same for all tools that read one.
#pragma once

#include <argp.h>

#include <string>

#include "paje/selection.hpp"

namespace CLI {
class App;
}

namespace paje::tools {

/// --start, --end, --containers and --types, for tools whose options CLI11 parses.
void add_selection_options(CLI::App& app, Selection& selection);
/// The first two of them, and the last two; `clips` if what goes on outside is cut there:
void add_window_options(CLI::App& app, Selection& selection, bool clips = false);
/// --clip: that states which go on outside of the window are cut there.
void add_clip_option(CLI::App& app, bool& clip);
void add_containers_option(CLI::App& app, Selection& selection);
void add_types_option(CLI::App& app, Selection& selection);

/// Keys of --containers and --types for tools whose options argp parses; above all others.
enum SelectionKey : int { kSelectContainers = 2000, kSelectTypes };

/// Their entries in a list of options.
inline constexpr argp_option kSelectContainersOption = {
    "containers",
    kSelectContainers,
    "GLOB",
    0,
    "Only objects of containers whose name or path is like GLOB; may be given again",
    0};
inline constexpr argp_option kSelectTypesOption = {
    "types",
    kSelectTypes,
    "TYPE",
    0,
    "Only objects of the type of this name, alias or path; may be given again",
    0};

/// Whether it was one of them.
bool parse_selection(Selection& selection, int key, const char* argument);

}  // namespace paje::tools
