// The instruction sets of the processor that the fast paths use.
#pragma once

namespace paje {

/// Each has what those before it have.
enum class Processor {
  none,  ///< has no fast path: the others are compared with it
  any,
  avx2,    ///< with BMI, BMI2 and the counting of bits that comes with these
  avx512,  ///< with all that bytes and words want: BW, DQ, VL, VBMI, VBMI2 and BITALG
};

/// This one's kind.
[[nodiscard]] inline Processor this_processor() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2")) {
    return Processor::any;
  }
  const bool is_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                         __builtin_cpu_supports("avx512vbmi") &&
                         __builtin_cpu_supports("avx512vbmi2") &&
                         __builtin_cpu_supports("avx512bitalg");
  return is_avx512 ? Processor::avx512 : Processor::avx2;
#else
  return Processor::any;
#endif
}

#if defined(__x86_64__) && defined(__GNUC__)
/// Ends a fast path: on some processors, code without AVX is slower as long as the upper halves of
/// wide registers are in use. GCC clears them by itself only where a whole file uses AVX.
[[gnu::target("avx")]] inline void leave_wide_registers() { __builtin_ia32_vzeroupper(); }
#endif

}  // namespace paje
