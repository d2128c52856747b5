// Messages that were received before they were sent: the clocks of their containers differ.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/trace.hpp"

namespace paje::tools {

struct EarlyMessages {
  uint64_t count = 0;
  /// `rank 0 to rank 1: 12, by 0.25 at most`, the pairs with most of them first, at most `most`.
  std::vector<std::string> pairs;
};

EarlyMessages early_messages_of(const Trace& trace, uint64_t most);

}  // namespace paje::tools
