#include "paje/models/metric_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "paje/visible_text.hpp"

namespace paje {

namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_metric_name(std::string_view name) {
  if (name == "1") return true;
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

double value_of(const std::string& metric, const Metrics& metrics) {
  if (metric == "1") return 1;
  const auto found = metrics.find(metric);
  if (found == metrics.end()) {
    throw std::invalid_argument(fmt::format("there is no metric {}", metric));
  }
  return found->second;
}

// Parses a number like `128kB`.
double number_of(std::string_view text) {
  struct Suffix {
    std::string_view name;
    double factor;
  };
  static constexpr std::array<Suffix, 4> kSuffixes = {
      {{"kB", 1024.0}, {"MB", 1024.0 * 1024}, {"GB", 1024.0 * 1024 * 1024}, {"", 1}}};
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view rest =
      without_blanks(text.substr(static_cast<std::size_t>(end - text.data())));
  const auto* const suffix = std::find_if(kSuffixes.begin(), kSuffixes.end(),
                                          [&](const Suffix& one) { return one.name == rest; });
  if (error != std::errc() || suffix == kSuffixes.end() || !std::isfinite(number)) {
    throw std::invalid_argument(
        fmt::format("expected a number, also with kB, MB or GB, found '{}'", visible(text)));
  }
  return number * suffix->factor;
}

}  // namespace

MetricTerm::MetricTerm(std::string_view text) : text_(without_blanks(text)) {
  std::string_view rest = text_;
  bool is_divisor = false;
  for (;;) {
    const std::size_t end = std::min(rest.find_first_of("*/"), rest.size());
    const std::string_view name = without_blanks(rest.substr(0, end));
    if (!is_metric_name(name)) {
      throw std::invalid_argument(fmt::format(
          "expected a product or quotient of metrics such as PPN*NT, found '{}'", visible(text)));
    }
    factors_.push_back({std::string(name), is_divisor});
    if (end == rest.size()) return;
    is_divisor = rest[end] == '/';
    rest.remove_prefix(end + 1);
  }
}

double MetricTerm::of(const Metrics& metrics) const {
  double product = 1;
  for (const Factor& factor : factors_) {
    const double value = value_of(factor.metric, metrics);
    if (factor.is_divisor && value == 0) {
      throw std::invalid_argument(
          fmt::format("{} is 0, and {} divides by it", factor.metric, text_));
    }
    product = factor.is_divisor ? product / value : product * value;
  }
  return product;
}

MetricCondition::MetricCondition(std::string_view text) : text_(without_blanks(text)) {
  std::string_view rest = text_;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    comparisons_.push_back(parse(rest.substr(0, end)));
    if (end == rest.size()) return;
    rest.remove_prefix(end + 1);
    if (without_blanks(rest).empty()) parse(rest);  // throws the error
  }
}

MetricCondition::Comparison MetricCondition::parse(std::string_view text) {
  struct Spelling {
    std::string_view sign;
    Relation relation;
  };
  static constexpr std::array<Spelling, 5> kSpellings = {{{"<=", Relation::less_or_equal},
                                                          {">=", Relation::greater_or_equal},
                                                          {"<", Relation::less},
                                                          {">", Relation::greater},
                                                          {"=", Relation::equal}}};
  for (const Spelling& spelling : kSpellings) {
    const std::size_t at = text.find(spelling.sign);
    if (at == std::string_view::npos) continue;
    return {MetricTerm(text.substr(0, at)), spelling.relation,
            number_of(without_blanks(text.substr(at + spelling.sign.size())))};
  }
  throw std::invalid_argument(
      fmt::format("expected a condition such as S<=4kB, found '{}'", visible(text)));
}

bool MetricCondition::holds(const Metrics& metrics) const {
  return std::all_of(comparisons_.begin(), comparisons_.end(), [&](const Comparison& one) {
    const double value = one.term.of(metrics);
    switch (one.relation) {
      case Relation::less:
        return value < one.number;
      case Relation::less_or_equal:
        return value <= one.number;
      case Relation::greater:
        return value > one.number;
      case Relation::greater_or_equal:
        return value >= one.number;
      case Relation::equal:
        return value == one.number;
    }
    return false;
  });
}

}  // namespace paje
