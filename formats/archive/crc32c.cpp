#include "formats/archive/crc32c.hpp"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace paje::archive {

namespace {

constexpr uint32_t kReversedPolynomial = 0x82F63B78;

constexpr std::array<std::array<uint32_t, 256>, 8> make_tables() {
  std::array<std::array<uint32_t, 256>, 8> tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? kReversedPolynomial : 0);
    tables[0][i] = crc;
  }
  for (std::size_t table = 1; table < 8; ++table) {
    for (std::size_t i = 0; i < 256; ++i) {
      const uint32_t before = tables[table - 1][i];
      tables[table][i] = before >> 8U ^ tables[0][before & 0xFFU];
    }
  }
  return tables;
}

// Eight bytes a step, by eight tables.
uint32_t by_tables(uint32_t crc, std::string_view bytes) {
  static constexpr auto kTables = make_tables();
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), sizeof word);
    word ^= crc;
    crc = 0;
    for (std::size_t i = 0; i < 8; ++i) crc ^= kTables[7 - i][word >> 8 * i & 0xFFU];
  }
  for (const char byte : bytes) {
    crc = crc >> 8U ^ kTables[0][(crc ^ static_cast<unsigned char>(byte)) & 0xFFU];
  }
  return crc;
}

#if defined(__x86_64__)
[[gnu::target("sse4.2")]] uint32_t by_instruction(uint32_t crc, std::string_view bytes) {
  uint64_t wide = crc;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), sizeof word);
    wide = _mm_crc32_u64(wide, word);
  }
  crc = static_cast<uint32_t>(wide);
  for (const char byte : bytes) crc = _mm_crc32_u8(crc, static_cast<unsigned char>(byte));
  return crc;
}
#endif

}  // namespace

uint32_t crc32c(std::string_view bytes) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2") != 0) return ~by_instruction(~0U, bytes);
#endif
  return ~by_tables(~0U, bytes);
}

}  // namespace paje::archive
