// A small file as a whole.
#pragma once

#include <string>

namespace paje::tools {

/// All bytes of a file, or of standard input for -, without a mark of the order of bytes; it counts
/// as an input of the tool. Throws std::system_error.
std::string file_text(const std::string& path);

}  // namespace paje::tools
