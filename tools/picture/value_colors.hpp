// Colours for values that have to be distinguished.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "picture/canvas.hpp"

namespace paje::tools {

enum class PaletteChoice {
  trace,  ///< the trace's colours, as far as they can be distinguished
  safe    ///< colours that the colour-blind can distinguish
};

std::optional<PaletteChoice> palette_choice(std::string_view word);

/// A colour for each value. Of the trace's own, those that are seen on `paper` and are not taken by
/// a value before stay; all others give way to one that is far from those in use.
std::vector<Color> value_colors(const std::vector<std::optional<Color>>& own, PaletteChoice choice,
                                const Color& paper);

}  // namespace paje::tools
