// Events of an OTF2 archive that Pajé has no place for, counted by kind.
#pragma once

#include <otf2/otf2.h>

#include <array>
#include <cstdint>

#include "exchange/losses.hpp"

namespace paje::exchange {

class Otf2OtherEvents {
 public:
  /// Has the library keep them as set_callbacks_of_events() does the others.
  static void set_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks);
  void count(std::size_t kind) { ++counts_[kind]; }
  void finish(Losses& losses) const;

 private:
  static constexpr std::size_t kMostKinds = 80;
  std::array<uint64_t, kMostKinds> counts_{};
};

}  // namespace paje::exchange
