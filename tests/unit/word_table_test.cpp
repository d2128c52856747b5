// Hashes of words: words cannot be chosen so that they meet.
#include "word_table.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>
#include <string>

namespace paje::testing {
namespace {

// How many slots of a large table so many words begin at.
template <class Word>
std::size_t places(Word&& word) {
  std::set<uint64_t> found;
  for (unsigned i = 0; i < 2000; ++i) {
    const std::string text = word(i);
    found.insert(detail::hash_of(detail::key_of(text)) >> 32U);
  }
  return found.size();
}

TEST(WordHash, SpreadsWordsThatAreWrittenToMeet) {
  // A factor that is 0 makes the product 0, whatever the other one is.
  for (const uint64_t number : {uint64_t{0}, uint64_t{0xA0761D6478BD642F}, ~uint64_t{0}}) {
    std::string eight(8, ' ');
    std::memcpy(eight.data(), &number, 8);
    EXPECT_GT(places([&](unsigned i) { return eight + fmt::format("{:08}", i); }), 1990U);
  }
  // Pieces that cancel each other out.
  EXPECT_GT(places([](unsigned i) {
              const std::string piece = fmt::format("{:08}", i);
              return piece + piece + "the last";
            }),
            1990U);
  EXPECT_GT(places([](unsigned i) {
              const std::string piece = fmt::format("{:08}", i);
              return "12345678" + piece + piece + "the last";
            }),
            1990U);
}

TEST(WordHash, IsTheSameForPaddedWords) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(48, 'x');
    const std::string_view word = std::string_view(text).substr(0, size);
    EXPECT_EQ(detail::key_of(word), detail::key_of_padded(word));
  }
}

}  // namespace
}  // namespace paje::testing
