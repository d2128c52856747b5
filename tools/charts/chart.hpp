// A chart as SVG whose shapes have styles by name, so that a page or a file shows it in light and
// in dark, and prints it in light.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "picture/canvas.hpp"
#include "picture/markup.hpp"

namespace paje::tools {

inline constexpr double kChartWidth = 1000;  // pixels
inline constexpr double kChartText = 12;     // size of words

/// The rules of CSS that the styles of charts are.
std::string chart_rules();

class Chart {
 public:
  /// `title` is for those who cannot see it.
  Chart(double width, double height, std::string_view title);

  void box(const Box& box, std::string_view style, std::string_view tooltip = {});
  /// `steps` is the attribute d of a path.
  void path(const std::string& steps, std::string_view style);
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  /// `y` is the base line.
  void words(double x, double y, Anchor anchor, std::string_view style, std::string_view words);

  /// Draws another chart below what is there, with words above it.
  void add_below(std::string_view heading, const Chart& other);
  /// Once it is known how high it is.
  void resize(double height) { height_ = height; }

  /// As an element of a page that has the rules.
  [[nodiscard]] std::string inline_text() const;
  /// As a file of its own.
  [[nodiscard]] std::string file_text() const;

 private:
  [[nodiscard]] std::string whole(bool is_file, const std::string& inside) const;

  double width_, height_;
  std::string title_;
  Markup markup_;
};

/// A chart, and what it is called.
struct NamedChart {
  std::string name;
  Chart chart;
};
/// Several as one file, with words at the top.
std::string chart_file(std::string_view title, const std::vector<NamedChart>& charts);

/// How wide words of a chart are, and words cut to fit.
double words_width(std::string_view words);
std::string fit_words(std::string_view words, double width);

/// A number of pixels with at most one digit after the point.
std::string pixels(double number);

}  // namespace paje::tools
