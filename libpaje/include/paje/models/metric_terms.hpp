// Products of metrics, and conditions on them, as text: `PPN*NT`, `SW/R`, `S<=4kB & NT<=128kB`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// By name.
using Metrics = std::map<std::string, double, std::less<>>;

/// A product or quotient of metrics, evaluated from left to right; `1` is the number one.
class PAJE_EXPORT MetricTerm {
 public:
  /// Throws std::invalid_argument if `text` is not a term.
  explicit MetricTerm(std::string_view text);
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Throws std::invalid_argument if a metric is missing, or a divisor is 0.
  [[nodiscard]] double of(const Metrics& metrics) const;

 private:
  struct Factor {
    std::string metric;
    bool is_divisor = false;
  };
  std::string text_;
  std::vector<Factor> factors_;
};

/// Comparisons of terms with numbers, joined by `&`. A default condition always holds. Numbers may
/// end in kB, MB or GB, which are powers of 1024.
class PAJE_EXPORT MetricCondition {
 public:
  MetricCondition() = default;
  /// Throws std::invalid_argument if `text` is not a condition.
  explicit MetricCondition(std::string_view text);
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Throws std::invalid_argument if a metric is missing.
  [[nodiscard]] bool holds(const Metrics& metrics) const;

 private:
  enum class Relation : uint8_t { less, less_or_equal, greater, greater_or_equal, equal };
  struct Comparison {
    MetricTerm term;
    Relation relation;
    double number;
  };
  static Comparison parse(std::string_view text);

  std::string text_;
  std::vector<Comparison> comparisons_;
};

}  // namespace paje
