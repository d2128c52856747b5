// Whether two traces are runs of one program.
#pragma once

#include <optional>
#include <string>

#include "analyze/run.hpp"

namespace paje::tools {

/// How the communication calls of `other` differ from those of `run`, as the end of a sentence;
/// nothing if they are those of one program. Both runs must have containers of the same names.
std::optional<std::string> other_calls(const Run& run, const Run& other);

/// Throws std::runtime_error if the containers of `other` have other names.
void refuse_other_containers(const Run& run, const Run& other, const std::string& path);
/// The same, also if its calls differ.
void refuse_other_program(const Run& run, const Run& other, const std::string& path);

}  // namespace paje::tools
