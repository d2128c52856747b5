// What pj_analyze is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "paje/dependency_graph.hpp"
#include "paje/iterations.hpp"
#include "paje/models/transitions.hpp"
#include "paje/read.hpp"
#include "paje/time_unit.hpp"

namespace CLI {
class App;
}

namespace paje::tools {

struct AnalyzeOptions {
  std::string_view tool = "pj_analyze";  ///< for messages
  std::string command = "summary";
  std::string input = "-";
  ReadOptions read;
  bool lenient = false;
  bool quiet = false;
  bool clip = false;    ///< what goes on outside of the selected time is cut there
  std::string classes;  ///< a file of rules
  DependencyOptions graph;
  IterationOptions iterations;
  bool json = false;
  bool csv = false;
  bool folded = false;   ///< stacks for flame graphs instead of tables
  uint32_t bins = 20;    ///< parts of histograms, and of the time
  std::size_t top = 20;  ///< rows of a table as text
  PairOptions pairs;     ///< of `transitions`, with those below; threads are those of `read`
  std::string text;      ///< a file of pairs in place of a trace
  bool matrix = false;   ///< one row for each name, one column for each
  bool dot = false;      ///< Graphviz
  bool metrics = false;  ///< of `messages`: one row for the regression of communication time
  std::string hosts;     ///< a file, or a number of processes on each node
  std::string topology;  ///< a file
  std::string output;
  std::string svg;  ///< file for a picture
  std::optional<TimeUnit> unit;
};

/// How a trace is read and analysed: for each tool that does.
void add_reading_options(CLI::App& app, AnalyzeOptions& options);
void add_analysis_options(CLI::App& app, AnalyzeOptions& options);

/// The exit status if there is nothing more to do.
std::optional<int> parse_analyze_options(int argc, char** argv, AnalyzeOptions& options);

}  // namespace paje::tools
