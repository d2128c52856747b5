// The innermost loop of the dense method: the cells of one anti-diagonal of a tile. Compiled twice
// on x86-64, for the vectors that every such machine has and for those twice as wide; which of them
// runs is found out when it runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paje/alignment.hpp"

namespace paje {

/// Symbols of the dense method: as few bits as scores of cells have, if there are few enough
/// symbols.
template <class Value>
struct SymbolOf {
  using Type = uint32_t;
};
template <>
struct SymbolOf<int16_t> {
  using Type = uint16_t;
};
template <class Value>
using Symbol = typename SymbolOf<Value>::Type;

/// The loop takes this many cells at a time: that many more than asked for may be read and written.
constexpr std::ptrdiff_t kDiagonalStep = 16;

/// What a path to a cell scores, and where on the tile's edge it came in. Cell i of a diagonal has
/// `older` i before it in both sequences, `old` i above, `old` i + 1 to its left.
template <class Value>
struct DiagonalCells {
  const Value* older;
  const Value* old;
  Value* now;
  const Value* older_places;
  const Value* old_places;
  Value* now_places;
};

template <class Value>
struct DiagonalScores {
  Value match;
  Value mismatch;
  Value gap;
};

/// Computes `count` cells, whose symbols are a[i] and b[i]; places only if `Carries`.
template <class Value, bool Carries>
using DiagonalFunction = void (*)(const Symbol<Value>* a, const Symbol<Value>* b,
                                  std::ptrdiff_t count, const DiagonalCells<Value>& cells,
                                  const DiagonalScores<Value>& scores);

/// What every machine of this kind can run.
template <class Value, bool Carries>
DiagonalFunction<Value, Carries> portable_diagonal_function();

/// The fastest that this machine can run.
template <class Value, bool Carries>
DiagonalFunction<Value, Carries> diagonal_function();

}  // namespace paje
