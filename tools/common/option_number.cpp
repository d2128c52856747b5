#include "common/option_number.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "common/tool.hpp"
#include "paje/event.hpp"

namespace paje::tools {

namespace {

constexpr double kGreatest = std::numeric_limits<double>::max();

std::string expected_text(double least, double most) {
  if (least == -kInfinity && most == kInfinity) return "a number";
  if (least == -kGreatest && most == kGreatest) return "a number that is not infinite";
  if (most >= kGreatest) return fmt::format("a number from {} on", least);
  return fmt::format("a number from {} to {}", least, most);
}

}  // namespace

std::string number_trouble(std::string_view word, double least, double most) {
  const auto number = parse_number(word);
  // Written so that NaN is out of every range.
  if (number && *number >= least && *number <= most) return "";
  return fmt::format("expected {}, found '{}'", expected_text(least, most), one_line(word));
}

double need_number(std::string_view word, double least, double most) {
  const std::string trouble = number_trouble(word, least, most);
  if (!trouble.empty()) throw std::invalid_argument(trouble);
  return *parse_number(word);
}

CLI::Validator number_from(double least, double most) {
  CLI::Validator validator(
      [least, most](const std::string& word) { return number_trouble(word, least, most); }, "");
  if (most < kGreatest) validator.description(fmt::format("FLOAT in [{} - {}]", least, most));
  return validator;
}

CLI::Validator finite_number() { return number_from(-kGreatest, kGreatest); }

}  // namespace paje::tools
