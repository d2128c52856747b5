// What pajeview is asked for on the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paje/read.hpp"

namespace paje::gui {

enum class PictureMode { gantt, aggregate, compare };

struct CommandLine {
  std::vector<std::string> traces;
  std::string render;  ///< file of a picture; empty: open the window
  PictureMode mode = PictureMode::gantt;
  std::optional<double> from;
  std::optional<double> to;
  std::string containers;  ///< filter
  int width = 1600;
  int height = 0;  ///< 0: as the rows need
  bool dark = false;
  bool links = true;
  ReadOptions read;
};

/// Exit status if there is nothing more to do: after --help or --version, or with a message on
/// standard error if the words make no sense.
std::optional<int> parse_command_line(int argc, char** argv, CommandLine& line);

/// Makes the picture that `line` asks for; errors to standard error. Returns the exit status.
int render(const CommandLine& line);

}  // namespace paje::gui
