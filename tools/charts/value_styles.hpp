// A style for each value of a run's states, the same in all its charts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "charts/chart.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/profile.hpp"

namespace paje::tools {

/// The values that take most time have a style of their own: work one of blue and green, all else a
/// warm one. The others share one.
class ValueStyles {
 public:
  static constexpr uint8_t kIdle = 0;   ///< no state, or one of class idle
  static constexpr uint8_t kOther = 1;  ///< values without a style of their own
  static constexpr uint8_t kCount = 10;
  /// Numbers in the order in which they are shown: work, calls, others, nothing.
  static constexpr std::array<uint8_t, kCount> kOrder = {2, 3, 4, 5, 6, 7, 8, 9, kOther, kIdle};

  explicit ValueStyles(const DependencyGraph& graph);

  /// A number below kCount.
  [[nodiscard]] uint8_t number(uint32_t value) const { return numbers_[value]; }
  [[nodiscard]] std::string_view style(uint32_t value) const { return spelling(numbers_[value]); }
  /// What is shown as that number; empty if nothing is.
  [[nodiscard]] const std::string& name(uint8_t number) const { return names_[number]; }
  static std::string_view spelling(uint8_t number);

 private:
  std::vector<uint8_t> numbers_;    // by value
  std::vector<std::string> names_;  // by number
};

/// Draws the styles in use side by side, from `top` on; returns how high that is.
double draw_legend(const ValueStyles& styles, const std::vector<bool>& is_used, double top,
                   double width, Chart& to);

/// Rows of swatches with words.
struct LegendEntry {
  std::string style;
  std::string words;
};
double draw_legend(const std::vector<LegendEntry>& entries, double top, double width, Chart& to);
/// How high it will be.
double legend_height(const std::vector<LegendEntry>& entries, double width);

/// The name of a value as it is shown.
std::string shown_name(std::string_view value);

}  // namespace paje::tools
