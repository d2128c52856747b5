// The shortest spelling of numbers, against the standard library's.
#include "formats/text/shortest_number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace paje::tools {
namespace {

std::string written(double number) {
  char room[kLongestNumber];
  return {room, write_shortest(room, number)};
}

std::string expected(double number) {
  char room[kLongestNumber];
  return {room, std::to_chars(room, room + sizeof room, number).ptr};
}

TEST(ShortestNumber, IsWhatTheStandardLibraryWrites) {
  for (const double number : {0.0,
                              -0.0,
                              1.0,
                              0.5,
                              0.1,
                              0.001,
                              0.000999,
                              0.0005,
                              0.001001,
                              10.0,
                              99999.0,
                              100000.0,
                              100000.5,
                              123456.0,
                              1e5 - 0.000001,
                              999999999.999999,
                              1e9,
                              1e15,
                              1e22,
                              -0.5,
                              -12.25,
                              0.1 + 0.2,
                              1.0 / 3,
                              123456.7890125,
                              5e-324,
                              std::numeric_limits<double>::max(),
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(written(number), expected(number));
  }
}

TEST(ShortestNumber, IsSoForRandomNumbers) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<int> decimals(0, 9), digits(1, 17);
  for (int i = 0; i < 300000; ++i) {
    const double any = std::bit_cast<double>(random());
    ASSERT_EQ(written(any), expected(any));
    // A decimal of some digits, as traces have them, and its neighbours.
    const double whole =
        static_cast<double>(random() % static_cast<uint64_t>(std::pow(10, digits(random))));
    const double decimal = whole / std::pow(10, decimals(random));
    for (const double number :
         {decimal, std::nextafter(decimal, 0), std::nextafter(decimal, 1e300)}) {
      ASSERT_EQ(written(number), expected(number));
    }
  }
}

}  // namespace
}  // namespace paje::tools
