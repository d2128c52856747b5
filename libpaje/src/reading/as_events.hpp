// What is read where events of Pajé are wanted.
#pragma once

#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

/// The input itself, or, if it is of another format, the events that it becomes.
Input as_events(const Input& input, const ReadOptions& options);

}  // namespace paje
