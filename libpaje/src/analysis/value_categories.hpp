// Categories of states, which some traces from other formats have.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

/// The user-defined field `cat` (or `category`, in any case) of states.
struct StateCategories {
  /// By ValueId: that of the first state of the value that has the field; an empty word if none has
  /// it. Empty if the trace has no such field.
  std::vector<std::string_view> first;
  /// A state whose category is not the first one of its value.
  struct Other {
    uint64_t row;
    std::string_view category;
  };
  std::vector<Other> others;  ///< in the order of rows
};
StateCategories categories_of_states(const Trace& trace);

/// Whether states of this category are no work of the program but the span of its recording, as
/// PyTorch's profiler adds it.
bool is_of_recording(std::string_view category);

}  // namespace paje
