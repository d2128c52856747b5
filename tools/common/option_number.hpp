// Numbers as values of options: the one place that says which words are numbers, and which of them
// an option takes. NaN is never one.
#pragma once

#include <limits>
#include <string>
#include <string_view>

namespace CLI {
class Validator;
}

namespace paje::tools {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What is wrong with `word` as a number from `least` to `most`, infinity only if it is one of
/// these: `expected a number from 0 to 1, found 'nan'`. Empty if nothing is.
std::string number_trouble(std::string_view word, double least, double most);

/// The number; throws that as std::invalid_argument.
double need_number(std::string_view word, double least, double most);

/// The same for options that CLI11 parses; its ranges take NaN for a number of every range.
CLI::Validator number_from(double least, double most);
/// Any number that is not infinite.
CLI::Validator finite_number();

}  // namespace paje::tools
