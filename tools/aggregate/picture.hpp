// The picture of an overview: time across, containers down, a box for each aggregate.
#pragma once

#include <functional>
#include <memory>

#include "aggregate/overview.hpp"
#include "picture/canvas.hpp"

namespace paje::tools {

using NewCanvas = std::function<std::unique_ptr<Canvas>(double width, double height)>;

/// Draws the aggregates, each in the colour of its mode, the paler the less it leads. Those too
/// thin for the rows there are are merged into boxes marked with strokes: in one direction if
/// nothing but the containers is merged, in both if cuts in time are hidden too. Returns the bytes
/// of the file.
std::string draw_overview(const Overview& overview, double width, const NewCanvas& new_canvas);

}  // namespace paje::tools
