#include "charts/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// Of the size of the font: as wide as in DejaVu Sans, the widest of the usual ones.
double character_width(unsigned char first) {
  constexpr std::string_view kThin = "ijlI|.,:;'! ", kNarrow = "frt-()[]{}/\\\"*";
  constexpr std::string_view kWide = "mwMWQ#%@+<>=~^&";
  const auto is_in = [&](std::string_view set) {
    return set.find(static_cast<char>(first)) != std::string_view::npos;
  };
  if (first >= 0xE0) return 1.05;  // three bytes and more: some are as wide as they are high
  if (first >= 0xC0) return 0.7;
  if (first >= 0x80) return 0;  // of a character that was counted
  if (is_in(kThin)) return 0.33;
  if (is_in(kNarrow)) return 0.42;
  if (is_in(kWide)) return 0.95;
  return first >= 'A' && first <= 'Z' ? 0.72 : 0.63;
}

}  // namespace

double words_width(std::string_view words) {
  double width = 0;
  for (const char c : words) width += kChartText * character_width(static_cast<unsigned char>(c));
  return width;
}

std::string fit_words(std::string_view words, double width) {
  if (words_width(words) <= width + 0.5) return std::string(words);
  const double room = width - kChartText;  // for the ellipsis
  double used = 0;
  std::size_t end = 0;
  while (end < words.size()) {
    const std::size_t size = std::max<std::size_t>(1, utf8_character_size(words.substr(end)));
    used += words_width(words.substr(end, size));
    if (used > room) break;
    end += size;
  }
  return std::string(words.substr(0, end)) + "\u2026";
}

std::string pixels(double number) {
  const auto tenths = std::llround(number * 10);
  return tenths % 10 == 0 ? fmt::format("{}", tenths / 10)
                          : fmt::format("{:.1f}", static_cast<double>(tenths) / 10);
}

Chart::Chart(double width, double height, std::string_view title)
    : width_(width), height_(height), title_(title) {}

void Chart::box(const Box& box, std::string_view style, std::string_view tooltip) {
  const Markup::Attributes attributes = {{"class", std::string(style)},
                                         {"x", pixels(box.x)},
                                         {"y", pixels(box.y)},
                                         {"width", pixels(box.width)},
                                         {"height", pixels(box.height)}};
  if (tooltip.empty()) {
    markup_.empty("rect", attributes);
  } else {
    markup_.open("rect", attributes).element("title", tooltip).close();
  }
}

void Chart::path(const std::string& steps, std::string_view style) {
  if (!steps.empty()) markup_.empty("path", {{"class", std::string(style)}, {"d", steps}});
}

void Chart::line(double x1, double y1, double x2, double y2, std::string_view style) {
  path(fmt::format("M{} {}L{} {}", pixels(x1), pixels(y1), pixels(x2), pixels(y2)), style);
}

void Chart::words(double x, double y, Anchor anchor, std::string_view style,
                  std::string_view words) {
  std::string all(style);
  if (anchor == Anchor::middle) all += " middle";
  if (anchor == Anchor::end) all += " end";
  markup_.element("text", words, {{"class", all}, {"x", pixels(x)}, {"y", pixels(y)}});
}

void Chart::add_below(std::string_view heading, const Chart& other) {
  constexpr double kHeading = 28, kBetween = 20;
  if (height_ > 0) height_ += kBetween;
  words(0, height_ + kChartText, Anchor::start, "ink strong", heading);
  height_ += kHeading;
  markup_.open("g", {{"transform", fmt::format("translate(0 {})", pixels(height_))}});
  markup_.include(other.markup_.text()).close();
  height_ += other.height_;
}

std::string chart_file(std::string_view title, const std::vector<NamedChart>& charts) {
  Chart whole(kChartWidth, 0, title);
  whole.words(0, 16, Anchor::start, "ink title", title);
  whole.resize(20);
  for (const NamedChart& chart : charts) whole.add_below(chart.name, chart.chart);
  return whole.file_text();
}

std::string Chart::inline_text() const { return whole(false, markup_.text()); }

std::string Chart::file_text() const {
  Markup inside;
  inside.open("style").include(chart_rules()).close();
  inside.empty("rect", {{"class", "paper"}, {"width", "100%"}, {"height", "100%"}});
  inside.include(markup_.text());
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + whole(true, inside.text());
}

std::string Chart::whole(bool is_file, const std::string& inside) const {
  // A file needs the name of its format, and some room around.
  const double margin = is_file ? 16 : 0;
  const std::string box = fmt::format("{} {} {} {}", pixels(-margin), pixels(-margin),
                                      pixels(width_ + 2 * margin), pixels(height_ + 2 * margin));
  const std::string wide = pixels(width_ + 2 * margin), high = pixels(height_ + 2 * margin);
  Markup svg;
  if (is_file) {
    svg.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                     {"class", "chart"},
                     {"viewBox", box},
                     {"width", wide},
                     {"height", high}});
  } else {
    svg.open(
        "svg",
        {{"class", "chart"}, {"viewBox", box}, {"width", wide}, {"height", high}, {"role", "img"}});
  }
  svg.element("title", title_).include("\n").include(inside).close();
  return svg.text();
}

}  // namespace paje::tools
