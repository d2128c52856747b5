// An archive of a trace that is in no file: it is made as text while it is stored.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace paje::tools {

/// Writes the archive of the text that `write(sink)` makes, with user-defined fields. The file
/// appears when it is whole. What reading the text throws, `sink` throws, which `write` has to let
/// through. `name` is what errors call the text.
void save_produced_archive(
    const std::string& tool, std::string name, const std::string& output, unsigned threads,
    const std::function<void(const std::function<void(std::string_view)>&)>& write);

}  // namespace paje::tools
