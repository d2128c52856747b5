// A few numbers at once, in the vectors of the compiler: SSE2 on x86-64, whatever there is
// elsewhere.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace paje {

template <class Value>
struct LanesOf;
template <>
struct LanesOf<int16_t> {
  using Type = int16_t __attribute__((vector_size(16)));
};
template <>
struct LanesOf<int32_t> {
  using Type = int32_t __attribute__((vector_size(16)));
};
template <>
struct LanesOf<int64_t> {
  using Type = int64_t __attribute__((vector_size(16)));
};

template <class Value>
using Lanes = typename LanesOf<Value>::Type;
template <class Value>
constexpr int32_t kLanes = 16 / sizeof(Value);
// Kernels read and write whole vectors; this many elements before the first and after the last
// must be there.
constexpr int32_t kLanePadding = 8;

template <class Value>
Lanes<Value> load_lanes(const Value* from) {
  Lanes<Value> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <class Value>
void store_lanes(Value* to, Lanes<Value> lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

template <class Value>
Lanes<Value> all_lanes(Value value) {
  return Lanes<Value>{} + value;
}

/// Where a lane of `mask` is all ones, that of `yes`; where it is 0, that of `no`.
template <class Mask, class Vector>
Vector select(Mask mask, Vector yes, Vector no) {
  const auto here = reinterpret_cast<Vector>(mask);  // compilers name its type differently
  return (here & yes) | (~here & no);
}

template <class Vector>
Vector larger(Vector a, Vector b) {
  return a > b ? a : b;
}

template <class Vector>
Vector smaller(Vector a, Vector b) {
  return a < b ? a : b;
}

/// Lanes of ones where the symbols are equal, of zeros elsewhere.
template <class Value>
Lanes<Value> equal_symbols(const uint32_t* a, const uint32_t* b);

template <>
inline Lanes<int32_t> equal_symbols<int32_t>(const uint32_t* a, const uint32_t* b) {
  Lanes<int32_t> lanes_a;
  Lanes<int32_t> lanes_b;
  std::memcpy(&lanes_a, a, sizeof lanes_a);
  std::memcpy(&lanes_b, b, sizeof lanes_b);
  return lanes_a == lanes_b;
}

template <>
inline Lanes<int16_t> equal_symbols<int16_t>(const uint32_t* a, const uint32_t* b) {
#if defined(__SSE2__)
  const auto first = equal_symbols<int32_t>(a, b);
  const auto second = equal_symbols<int32_t>(a + kLanes<int32_t>, b + kLanes<int32_t>);
  return reinterpret_cast<Lanes<int16_t>>(
      _mm_packs_epi32(reinterpret_cast<__m128i>(first), reinterpret_cast<__m128i>(second)));
#else
  Lanes<int16_t> equal;
  for (int i = 0; i < kLanes<int16_t>; ++i) equal[i] = a[i] == b[i] ? -1 : 0;
  return equal;
#endif
}

template <>
inline Lanes<int64_t> equal_symbols<int64_t>(const uint32_t* a, const uint32_t* b) {
  return Lanes<int64_t>{a[0] == b[0] ? -1 : 0, a[1] == b[1] ? -1 : 0};
}

}  // namespace paje
