// Formulas of models and applications: arithmetic over named values, parsed once, evaluated often.
//
//   2 * size / n.slave + if(rank == 0, setup, 0)
//
// Numbers, names (which may contain points), + - * / % ^ (power), == != < <= > >=, && || !,
// parentheses, and the functions min, max (two or more arguments), abs, floor, ceil, round, sqrt,
// exp, log, log2, log10, pow, and if(condition, then, otherwise). 0 is false, anything else true. %
// has the sign of its right operand, so that (rank - 1) % n is a neighbour in a ring.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// What is wrong with a formula, and where.
class PAJE_EXPORT FormulaError : public std::runtime_error {
 public:
  /// `at`: the byte offset of `found` in the formula.
  FormulaError(std::size_t at, const std::string& found, const std::string& expected)
      : std::runtime_error("expected " + expected + ", found " + found), at_(at) {}
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  std::size_t at_;
};

class PAJE_EXPORT Formula {
 public:
  /// Maps a name to its place among the values; nothing for an unknown name.
  using Names = std::function<std::optional<uint32_t>(std::string_view)>;

  /// 0.
  Formula() : Formula(0.0) {}
  explicit Formula(double number);
  /// Throws FormulaError.
  Formula(std::string_view text, const Names& names);

  /// `values` has an element for each place. O(length of the formula).
  [[nodiscard]] double operator()(std::span<const double> values) const {
    return program_.size() == 1 && program_[0].code == Code::number ? program_[0].number
                                                                    : evaluate(values);
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Whether the formula uses no values.
  [[nodiscard]] bool is_constant() const { return places_.empty(); }
  /// Places of the values that the formula uses, ascending, without duplicates.
  [[nodiscard]] const std::vector<uint32_t>& places() const { return places_; }

  enum class Code : uint8_t {
    number,
    value,
    negate,
    invert,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    power,
    equal,
    unequal,
    less,
    at_most,
    more,
    at_least,
    both,
    either,
    choose,
    least,
    most,
    absolute,
    floor,
    ceil,
    round,
    root,
    exponential,
    logarithm,
    logarithm_2,
    logarithm_10
  };
  struct Step {
    Code code = Code::number;
    uint32_t place = 0;
    double number = 0;
  };

 private:
  [[nodiscard]] double evaluate(std::span<const double> values) const;

  std::string text_;
  std::vector<Step> program_;  // postfix
  std::vector<uint32_t> places_;
};

}  // namespace paje
