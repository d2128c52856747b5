// What a replay keeps of each object until it is delivered.
#pragma once

#include <cstdint>

#include "paje/ids.hpp"

namespace paje {

/// User-defined fields are next to the rows, if they are kept.
struct StateRow {
  double start, end;
  ValueId value;
  uint32_t depth;
};
struct VariableRow {
  double start, end, value;
};
struct EventRow {
  double start;
  ValueId value;
};
struct LinkRow {
  double start, end;
  ValueId value;
  ContainerId start_container, end_container;
  uint32_t key;  ///< its number among the keys of the history
};

}  // namespace paje
