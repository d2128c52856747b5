// What StarPU's names of resources say: `1_CUDA0_2` is the resource CUDA0_2, a CUDA, of the node 1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paje::tools::starvz {

struct Resource {
  std::string node;
  std::string name;
  std::string type;
};

/// Which digits and marks a type of resources does not have.
enum class TypeOf : bool { without_digits, without_digits_and_underscores };

/// Of each name. Names have a node if the part after the first `_` of the first of them, in the
/// order of bytes, has one of `words` in it: so StarVZ decides whether a trace is of several nodes.
std::vector<Resource> resources_of(const std::vector<std::string>& names,
                                   const std::vector<std::string_view>& words, TypeOf type);

}  // namespace paje::tools::starvz
