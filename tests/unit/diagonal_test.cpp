// The loop of the dense method as compiled for this machine and for any: the same cells, and those
// that the recurrence gives one by one.
#include "alignment/diagonal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace paje {

namespace {

template <class Value>
struct Diagonals {
  explicit Diagonals(std::size_t count, std::mt19937& random) {
    const std::size_t size = count + 1 + kDiagonalStep;
    for (auto* cells : {&older, &old, &older_places, &old_places}) {
      for (std::size_t i = 0; i < size; ++i) cells->push_back(static_cast<Value>(random() % 9));
    }
    for (auto* symbols : {&a, &b}) {
      for (std::size_t i = 0; i < size; ++i)
        symbols->push_back(static_cast<Symbol<Value>>(random() % 3));
    }
    now.resize(size);
    now_places.resize(size);
  }

  void run(DiagonalFunction<Value, true> function, std::size_t count,
           const DiagonalScores<Value>& scores) {
    function(a.data(), b.data(), static_cast<std::ptrdiff_t>(count),
             {older.data(), old.data(), now.data(), older_places.data(), old_places.data(),
              now_places.data()},
             scores);
    now.resize(count);
    now_places.resize(count);
  }

  std::vector<Value> older, old, now, older_places, old_places, now_places;
  std::vector<Symbol<Value>> a, b;
};

// Mismatch, only_a, only_b, match: the first that is best.
template <class Value>
void expect_recurrence(const Diagonals<Value>& cells, const DiagonalScores<Value>& scores) {
  for (std::size_t i = 0; i < cells.now.size(); ++i) {
    const bool equal = cells.a[i] == cells.b[i];
    const int64_t pair = cells.older[i] + (equal ? scores.match : scores.mismatch);
    const int64_t only_a = cells.old[i] + scores.gap;
    const int64_t only_b = cells.old[i + 1] + scores.gap;
    const int64_t best = std::max({pair, only_a, only_b});
    ASSERT_EQ(cells.now[i], best);
    const Value place = !equal && pair == best ? cells.older_places[i]
                        : only_a == best       ? cells.old_places[i]
                        : only_b == best       ? cells.old_places[i + 1]
                                               : cells.older_places[i];
    ASSERT_EQ(cells.now_places[i], place);
  }
}

template <class Value>
class Diagonal : public ::testing::Test {};
using Values = ::testing::Types<int16_t, int32_t, int64_t>;
TYPED_TEST_SUITE(Diagonal, Values);

TYPED_TEST(Diagonal, IsTheSameHoweverItWasCompiled) {
  std::mt19937 random(1);
  for (std::size_t count = 1; count < 70; ++count) {
    for (const DiagonalScores<TypeParam> scores :
         {DiagonalScores<TypeParam>{2, -1, -1}, {1, 0, 0}, {5, -4, -3}, {1, 1, 1}}) {
      Diagonals<TypeParam> fast(count, random);
      Diagonals<TypeParam> portable = fast;
      fast.run(diagonal_function<TypeParam, true>(), count, scores);
      portable.run(portable_diagonal_function<TypeParam, true>(), count, scores);
      ASSERT_EQ(fast.now, portable.now);
      ASSERT_EQ(fast.now_places, portable.now_places);
      expect_recurrence(fast, scores);
    }
  }
}

}  // namespace

}  // namespace paje
