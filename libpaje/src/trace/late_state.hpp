// States whose rows are stored before they end.
#pragma once

#include <cstdint>

#include "paje/trace.hpp"
#include "trace/user_fields.hpp"

namespace paje {

/// A state that was open when its row was stored, and has ended since.
struct LateState {
  ContainerId container;
  TypeId type;
  uint64_t row = 0;  ///< in its track, however often rows of it are stored
  double start = 0, end = 0;
  ValueId value;
  uint32_t depth = 0;
  UserFields::Reference user = UserFields::kNone;  ///< all that it has
};

}  // namespace paje
