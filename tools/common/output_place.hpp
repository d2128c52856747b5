// Where what is written under a name goes.
#pragma once

#include <optional>
#include <string>

namespace paje::tools {

struct OutputPlace {
  std::string path;         ///< of the file itself: symbolic links are followed
  std::optional<int> file;  ///< which the process has open, if the name means one, as /dev/stdout
};

/// Throws std::system_error that names `name` if links lead nowhere but in a circle.
OutputPlace output_place(const std::string& name);

}  // namespace paje::tools
