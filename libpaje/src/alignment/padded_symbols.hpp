// A copy of symbols, forwards or backwards, that may be read a little beyond both ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/lanes.hpp"

namespace paje {

class PaddedSymbols {
 public:
  static PaddedSymbols forwards(std::span<const uint32_t> symbols) {
    PaddedSymbols copy(symbols.size());
    std::copy(symbols.begin(), symbols.end(), copy.storage_.begin() + kLanePadding);
    return copy;
  }

  static PaddedSymbols backwards(std::span<const uint32_t> symbols) {
    PaddedSymbols copy(symbols.size());
    std::reverse_copy(symbols.begin(), symbols.end(), copy.storage_.begin() + kLanePadding);
    return copy;
  }

  [[nodiscard]] const uint32_t* data() const { return storage_.data() + kLanePadding; }

 private:
  explicit PaddedSymbols(std::size_t size) : storage_(size + std::size_t{2} * kLanePadding) {}

  std::vector<uint32_t> storage_;
};

}  // namespace paje
