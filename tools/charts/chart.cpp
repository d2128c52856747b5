#include "charts/chart.hpp"

#include <fmt/format.h>

#include <cmath>

namespace paje::tools {

namespace {

// text_width() is for capitals, too; names have few.
constexpr double kNarrower = 0.6 / 0.65;

}  // namespace

double words_width(std::string_view words) { return kNarrower * text_width(words, kChartText); }

std::string fit_words(std::string_view words, double width) {
  return fitting(words, kChartText, width / kNarrower + 1);
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
