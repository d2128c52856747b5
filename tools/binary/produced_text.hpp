// Text of a trace that is made while it is read: what archives are made of whose trace is in no
// file.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "paje/input.hpp"

namespace paje::tools {

/// An input whose bytes `write(sink)` makes, on a thread of its own, some megabytes ahead. What it
/// throws the reading throws. Where nobody reads any more, `sink` throws, which `write` has to let
/// through. Once for each reading.
Input produced_text(std::string name,
                    std::function<void(const std::function<void(std::string_view)>&)> write);

/// Reads an input that replays, as `write` makes it, and writes its archive, with user-defined
/// fields. The file appears when it is whole.
void save_produced_archive(const std::string& tool, std::string name, const std::string& output,
                           unsigned threads,
                           std::function<void(const std::function<void(std::string_view)>&)> write);

}  // namespace paje::tools
