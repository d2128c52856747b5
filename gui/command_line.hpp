// The command line of pajeview.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/compare/binding.hpp"
#include "model/rows/trace_model.hpp"
#include "paje/read.hpp"
#include "view/window/start_view.hpp"

namespace paje::gui {

enum class PictureMode { gantt, aggregate, compare };

struct CommandLine {
  std::vector<std::string> traces;
  std::string render;  ///< file of a picture; empty: open the window
  PictureMode mode = PictureMode::gantt;
  StartView start;
  std::string view;                ///< a specification or its file, which is read when it is needed
  std::string second_view;         ///< the same, of the second trace
  std::optional<Binding> binding;  ///< of two traces
  int width = 1600;
  int height = 0;  ///< 0: as the rows need
  bool has_size = false;
  bool dark = false;
  ReadOptions read = {.keep_user_fields = true};
  ShowOptions show;
  bool stop_at_has_unit = false;        ///< as of LoadOptions
  bool lenient = false;                 ///< what cannot be used is left out, and counted
  std::optional<uint64_t> most_memory;  ///< bytes
  std::optional<uint64_t> cache_bytes;  ///< as of LoadOptions, if it is given
};

/// Exit status if there is nothing more to do: after --help or --version, or with a message on
/// standard error if the words make no sense.
std::optional<int> parse_command_line(int argc, char** argv, CommandLine& line);

/// Makes the picture that `line` asks for. Throws TraceError for what is wrong with a trace,
/// std::exception for other reasons against it; then there is no picture.
void render(const CommandLine& line);

}  // namespace paje::gui
