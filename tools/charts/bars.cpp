#include "charts/bars.hpp"

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr double kRow = 24;
constexpr double kThick = 14;
constexpr double kIndent = 14;
constexpr double kGap = 10;
constexpr double kBold = 1.07;       // strong words are that much wider
constexpr double kMostLabel = 0.42;  // of the width

// Where everything is.
struct Layout {
  double label = 0;  // right end of labels, or left if they are indented
  double left = 0, right = 0, zero = 0;
  double scale = 0;  // pixels for an amount
  double after = 0;  // left end of words, if they are in a column
  double text = 0;   // width of the widest of them
  bool is_indented = false;
};

double label_width(const BarChart& chart) {
  double widest = 0;
  for (const Bar& bar : chart.bars) {
    widest = std::max(widest, kBold * words_width(bar.label) + kIndent * bar.depth);
  }
  return std::min(widest, kMostLabel * chart.width);
}

double after_width(const BarChart& chart) {
  double widest = 0;
  for (const Bar& bar : chart.bars) {
    widest = std::max(
        widest, words_width(bar.text) + (bar.note.empty() ? 0 : kGap + words_width(bar.note)));
  }
  return widest;
}

Layout layout_of(const BarChart& chart) {
  Layout layout;
  layout.is_indented = std::any_of(chart.bars.begin(), chart.bars.end(),
                                   [](const Bar& bar) { return bar.depth > 0; });
  layout.label = label_width(chart);
  layout.left = layout.label + kGap;
  layout.right = std::max(chart.width - after_width(chart) - kGap, layout.left + 40);
  double most = chart.whole, least = 0;
  for (const Bar& bar : chart.bars) {
    if (chart.whole <= 0) most = std::max(most, bar.amount);
    if (chart.is_both_ways) least = std::min(least, bar.amount);
  }
  const double range = most - least;
  layout.scale = range > 0 ? (layout.right - layout.left) / range : 0;
  layout.zero = layout.left - least * layout.scale;
  if (chart.is_both_ways || chart.shows_whole) {
    layout.after = layout.right + kGap;
    for (const Bar& bar : chart.bars) {
      layout.text = std::max(layout.text, words_width(bar.text));
    }
  }
  return layout;
}

void draw_bar(const BarChart& chart, const Bar& bar, const Layout& layout, double top, Chart& to) {
  const double base = top + kRow / 2 + 0.36 * kChartText;
  const double indent = kIndent * bar.depth;
  const std::string label = fit_words(bar.label, layout.label - indent);
  if (layout.is_indented) {
    to.words(indent, base, Anchor::start, bar.depth == 0 ? "ink strong" : "ink", label);
  } else {
    to.words(layout.label, base, Anchor::end, "ink", label);
  }
  const double y = top + (kRow - kThick) / 2;
  if (chart.shows_whole) to.box({layout.left, y, layout.right - layout.left, kThick}, "track");
  const double amount = std::isfinite(bar.amount) ? bar.amount : 0;
  const double width = std::max(std::abs(amount) * layout.scale, amount != 0 ? 1.0 : 0.0);
  const double x = amount < 0 ? layout.zero - width : layout.zero;
  if (width > 0) to.box({x, y, width, kThick}, bar.style, bar.tooltip);
  const double after = layout.after > 0 ? layout.after : x + width + 6;
  to.words(after, base, Anchor::start, "ink", bar.text);
  if (!bar.note.empty()) {
    const double text = std::max(layout.text, words_width(bar.text));
    to.words(after + text + kGap, base, Anchor::start, "dim", bar.note);
  }
}

}  // namespace

Chart draw_bars(const BarChart& chart) {
  const Layout layout = layout_of(chart);
  const double height =
      kRow * static_cast<double>(chart.bars.size() + (chart.left_out > 0 ? 1 : 0));
  Chart drawn(chart.width, height, chart.title);
  double top = 0;
  for (const Bar& bar : chart.bars) {
    draw_bar(chart, bar, layout, top, drawn);
    top += kRow;
  }
  if (chart.is_both_ways) drawn.line(layout.zero, 0, layout.zero, top, "axis");
  if (chart.left_out > 0) {
    drawn.words(layout.left, top + kRow / 2 + 0.36 * kChartText, Anchor::start, "dim",
                "and " + counted(chart.left_out, "more", "more"));
  }
  return drawn;
}

}  // namespace paje::tools
