#pragma once

#include <simdjson.h>

#include <new>

namespace paje::exchange {

/// simdjson reports too little memory as if the text were wrong; this does not. Throws
/// std::bad_alloc then.
inline void check_memory(const simdjson::simdjson_error& error) {
  if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();
}

}  // namespace paje::exchange
