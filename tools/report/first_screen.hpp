// The first screen of a report: what a performance engineer would write.
#pragma once

#include <cstdint>
#include <string>

#include "picture/markup.hpp"
#include "report/material.hpp"

namespace paje::tools {

/// What costs most, four numbers, some more sentences, and the first causes.
void add_first_screen(Markup& page, const Material& material);

/// The factor of the efficiency that loses most.
enum class Factor : uint8_t { load_balance, serialisation, transfer };
struct WeakFactor {
  Factor factor = Factor::load_balance;
  const char* name = "";
  double value = 1;
  const char* meaning = "";
};
WeakFactor weakest_factor(const Efficiencies& all);

/// Why waits are not seen; empty if they are.
std::string what_lacks(const Run& run);

}  // namespace paje::tools
