// Decimal times become the nearest double, as the standard library reads their digits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include "exchange/decimal_time.hpp"

namespace paje::exchange {
namespace {

constexpr int kFemtoseconds = -15;

void expect_nearest(const std::string& ticks) {
  const auto time = DecimalTime::parse(ticks, kFemtoseconds);
  ASSERT_TRUE(time) << ticks;
  for (int unit = -9; unit <= 0; ++unit) {
    const std::string number = fmt::format("{}e{}", ticks, kFemtoseconds - unit);
    ASSERT_EQ(time->in_units(unit), std::strtod(number.c_str(), nullptr)) << number;
  }
}

TEST(DecimalTime, IsTheNearestDouble) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 60'000; ++round) {
    std::string ticks = random() % 2 == 0 ? "-" : "";
    for (uint64_t digits = 1 + random() % 35; digits > 0; --digits) {
      const uint64_t kind = random() % 8;
      ticks += static_cast<char>('0' + (kind == 0 ? 9 : kind == 1 ? 0 : random() % 10));
    }
    expect_nearest(ticks);
  }
}

// Numbers of 54 binary digits, the last one 1, are halfway between two doubles.
TEST(DecimalTime, RoundsHalvesToEven) {
  __extension__ using Wide = unsigned __int128;
  std::mt19937_64 random(4);
  for (int round = 0; round < 20'000; ++round) {
    const uint64_t digits = (uint64_t{1} << 53U) | random() >> 11U | 1U;
    const unsigned places = static_cast<unsigned>(random() % 16);
    // 10^15 is a multiple of 2^15.
    const Wide ticks = Wide{digits} * (1'000'000'000'000'000U >> places);
    const auto high = static_cast<uint64_t>(ticks / 1'000'000'000'000'000'000U);
    const auto low = static_cast<uint64_t>(ticks % 1'000'000'000'000'000'000U);
    expect_nearest(fmt::format("{}{:018}", high, low));
  }
}

}  // namespace
}  // namespace paje::exchange
