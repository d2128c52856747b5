// Hashes of words: words cannot be chosen so that they meet.
#include "base/word_table.hpp"
#include "records/link_key.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>
#include <string>

#include "records/link_key.hpp"

namespace paje::testing {
namespace {

// How many slots of a large table that many words begin at.
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

TEST(LinkKey, IsItsTextWhereverThatIs) {
  const std::string text(48, 'x');
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string word = text.substr(0, size);
    const LinkKey plain(word, false);
    const LinkKey quoted(word, true);
    StringArena blocks;
    const LinkKey kept = quoted.kept(blocks);
    const std::string other_word = text.substr(0, size) + 'y';
    const LinkKey other(other_word, false);
    for (const LinkKey& key :
         {quoted, kept, LinkKey::of_padded(std::string_view(text).substr(0, size))}) {
      EXPECT_EQ(key, plain);
      EXPECT_EQ(key.hash(), plain.hash());
      EXPECT_EQ(key.text(), word);
      EXPECT_FALSE(key == other);
    }
    EXPECT_FALSE(plain.quoted());
    EXPECT_TRUE(kept.quoted());
    EXPECT_NE(other.hash(), plain.hash());
    EXPECT_TRUE(size <= LinkKey::kMostInPlace || kept.text().data() != word.data());
  }
}

}  // namespace
}  // namespace paje::testing
