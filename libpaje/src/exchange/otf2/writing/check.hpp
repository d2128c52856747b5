// Errors of the library of OTF2, as it writes.
#pragma once

#include <otf2/otf2.h>

#include <stdexcept>
#include <string>

namespace paje::exchange {

inline void check_written(OTF2_ErrorCode code) {
  if (code == OTF2_SUCCESS) return;
  throw std::runtime_error(std::string("OTF2 cannot be written: ") +
                           OTF2_Error_GetDescription(code));
}

}  // namespace paje::exchange
