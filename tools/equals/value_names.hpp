// The names of both traces' values as numbers: the same name has the same number in both.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "equals/pairing.hpp"

namespace paje::tools {

class ValueNames {
 public:
  ValueNames(const Traces& traces, bool ignore_case);

  [[nodiscard]] uint32_t number(std::size_t side, ValueId value) const {
    return numbers_[side][value.index];
  }

 private:
  std::array<std::vector<uint32_t>, 2> numbers_;
};

}  // namespace paje::tools
