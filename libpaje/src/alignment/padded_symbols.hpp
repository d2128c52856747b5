// A copy of symbols, forwards or backwards, that may be read a little beyond both ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace paje {

/// The number of symbols that may be read before the first and after the last: loops take some at a
/// time.
constexpr std::ptrdiff_t kSymbolPadding = 16;

/// `Symbol` is unsigned and holds all symbols that are given.
template <class Symbol>
class PaddedSymbols {
 public:
  static PaddedSymbols forwards(std::span<const uint32_t> symbols) {
    return PaddedSymbols(symbols.begin(), symbols.end());
  }

  static PaddedSymbols backwards(std::span<const uint32_t> symbols) {
    return PaddedSymbols(symbols.rbegin(), symbols.rend());
  }

  [[nodiscard]] const Symbol* data() const { return storage_.data() + kSymbolPadding; }

 private:
  template <class Iterator>
  PaddedSymbols(Iterator begin, Iterator end)
      : storage_(static_cast<std::size_t>(end - begin) + 2 * kSymbolPadding) {
    std::transform(begin, end, storage_.begin() + kSymbolPadding,
                   [](uint32_t symbol) { return static_cast<Symbol>(symbol); });
  }

  std::vector<Symbol> storage_;
};

}  // namespace paje
