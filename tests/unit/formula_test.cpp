// Formulas of models against C++ that computes the same, and their errors.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "paje/simulation/formula.hpp"

namespace paje::testing {
namespace {

const Formula::Names kNames = [](std::string_view name) -> std::optional<uint32_t> {
  if (name == "x") return 0;
  if (name == "n.slave") return 1;
  return {};
};

double value_of(std::string_view text, double x = 3, double slaves = 7) {
  const double values[] = {x, slaves};
  return Formula(text, kNames)(values);
}

TEST(Formula, KnowsPrecedence) {
  EXPECT_EQ(value_of("1 + 2 * 3 - 4 / 2"), 5);
  EXPECT_EQ(value_of("2 - 3 - 4"), -5);
  EXPECT_EQ(value_of("2 ^ 3 ^ 2"), 512);
  EXPECT_EQ(value_of("-x ^ 2"), -9);
  EXPECT_EQ(value_of("2 ^ -1"), 0.5);
  EXPECT_EQ(value_of("2 * -x"), -6);
  EXPECT_EQ(value_of("(1 + 2) * x"), 9);
  EXPECT_EQ(value_of("1 < 2 && 2 <= 2 || 0"), 1);
  EXPECT_EQ(value_of("1 + 1 == 2"), 1);
  EXPECT_EQ(value_of("!x + 1"), 1);
  EXPECT_EQ(value_of("x != 3 || x >= 4 || x > 3"), 0);
  EXPECT_EQ(value_of("1e3 + .5"), 1000.5);
}

TEST(Formula, HasFunctions) {
  EXPECT_EQ(value_of("min(x, n.slave, 2) + max(1, x, 2)"), 5);
  EXPECT_EQ(value_of("if(x == 3, 10, 20) + if(0, 1, 2)"), 12);
  EXPECT_EQ(value_of("floor(2.7) + ceil(2.1) + round(2.5) + abs(-1)"), 9);
  EXPECT_DOUBLE_EQ(value_of("sqrt(16) + log2(8) + log10(100) + log(exp(1)) + pow(2, 3)"), 18);
}

TEST(Formula, RemaindersHaveTheSignOfTheDivisor) {
  EXPECT_EQ(value_of("(0 - 1) % n.slave"), 6);
  EXPECT_EQ(value_of("8 % n.slave"), 1);
  EXPECT_EQ(value_of("7 % n.slave"), 0);
}

TEST(Formula, KnowsWhatItNeeds) {
  EXPECT_TRUE(Formula("2 * 3", kNames).is_constant());
  EXPECT_EQ(Formula("n.slave + x * n.slave", kNames).places(), (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(Formula(2.5)({}), 2.5);
}

void expect_error(const std::string& text, std::size_t at, const std::string& words) {
  try {
    Formula(text, kNames);
    ADD_FAILURE() << text << " is accepted";
  } catch (const FormulaError& error) {
    EXPECT_EQ(error.at(), at) << text;
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Formula, SaysWhatIsWrongAndWhere) {
  expect_error("", 0, "expected a number, a name or '(', found the end of the formula");
  expect_error("1 +", 3, "expected a number, a name or '('");
  expect_error("1 2", 2, "expected an operator or the end of the formula, found '2'");
  expect_error("(1 + 2", 6, "expected an operator or ')'");
  expect_error("2 * y", 4, "found 'y'");
  expect_error("sin(1)", 0, "expected a function");
  expect_error("min(1)", 5, "min() takes 2 or more");
  expect_error("pow(1, 2, 3)", 8, "expected an operator or ')', found ','");
  expect_error("1..2", 0, "expected a number such as 2.5e6");
  expect_error("2x", 0, "expected a number such as 2.5e6");
  expect_error(std::string(1000, '('), 60, "less deep brackets");
  expect_error(std::string(1000, '-'), 60, "less deep brackets");
}

// A formula as text, and its value.
class RandomFormula {
 public:
  explicit RandomFormula(unsigned seed) : dice_(seed) {}
  std::pair<std::string, double> make(int depth) {
    const auto kind = depth == 0 ? dice_() % 2 : dice_() % 8;
    if (kind == 0) return {"x", 3};
    if (kind == 1) {
      const auto number = static_cast<double>(dice_() % 9 + 1);
      return {std::to_string(static_cast<int>(number)), number};
    }
    const auto [left, one] = make(depth - 1);
    const auto [right, other] = make(depth - 1);
    switch (kind) {
      case 2:
        return {"(" + left + ") + (" + right + ")", one + other};
      case 3:
        return {"(" + left + ") - (" + right + ")", one - other};
      case 4:
        return {"(" + left + ") * (" + right + ")", one * other};
      case 5:
        return {"max(" + left + ", " + right + ")", std::max(one, other)};
      case 6:
        return {"if(" + left + ", " + right + ", 5)", one != 0 ? other : 5};
      default:
        return {"(" + left + ") <= (" + right + ")", one <= other ? 1 : 0};
    }
  }

 private:
  std::mt19937 dice_;
};

TEST(Formula, RandomOnesHaveTheirValues) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    const auto [text, wanted] = RandomFormula(seed).make(6);
    EXPECT_EQ(value_of(text), wanted) << text;
  }
}

}  // namespace
}  // namespace paje::testing
