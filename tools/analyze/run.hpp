// A trace with its dependency graph, and what was assumed or is missing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/graph_remarks.hpp"
#include "analyze/options.hpp"
#include "paje/critical_path.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/waits.hpp"

namespace paje::tools {

struct Run {
  Trace trace;
  DependencyGraph graph;
  TimeUnit unit;
  std::string name;                      ///< of the file
  std::vector<std::string> track_names;  ///< see names_of_tracks()
  bool goes_on_outside = false;          ///< of the selected time, since states are whole

  [[nodiscard]] std::string_view track_name(uint32_t track) const { return track_names[track]; }
  [[nodiscard]] std::string_view track_of_piece(uint32_t piece) const {
    return track_name(graph.track_of_piece(piece));
  }
};

/// By track, a name that no other has: the container's, or its path if several have that name, and
/// its alias after it if they have that path, too.
std::vector<std::string> names_of_tracks(const DependencyGraph& graph);

/// The built-in rules and those of a file, if there is one. Throws std::system_error if it cannot
/// be read, and what Classes::add() throws.
Classes read_classes(const std::string& path);

/// As the options say, besides `read`.
Trace read_for(const AnalyzeOptions& options, const ReadOptions& read);

/// Reads the trace. Throws std::runtime_error with one sentence if it has no states and those are
/// needed.
Run open_run(const AnalyzeOptions& options, bool needs_states);

/// Sentences on what an answer rests on and what it lacks; one for each line.
std::vector<std::string> remarks(const Run& run, const ReplayCheck& check);
std::vector<std::string> remarks(const Run& run, const ReplayCheck& check,
                                 const Unclassified& unclassified);

}  // namespace paje::tools
