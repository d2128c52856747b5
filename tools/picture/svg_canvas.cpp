#include <fmt/format.h>

#include <cmath>

#include "formats/text/utf8.hpp"
#include "picture/canvas.hpp"
#include "picture/markup_escape.hpp"

namespace paje::tools {

namespace {

std::string escaped(std::string_view words) { return escape_markup(drawn_text(words)); }

std::string color_text(const Color& color) {
  const auto part = [](float value) { return static_cast<int>(std::lround(255 * value)); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(color.red), part(color.green), part(color.blue));
}

// Hundredths of a pixel are enough.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(double width, double height) {
    text_ = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
        number(width), number(height));
  }

  void fill(const Box& box, const Color& color, std::string_view tooltip) override {
    text_ +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"", number(box.x),
                    number(box.y), number(box.width), number(box.height), color_text(color));
    if (color.alpha < 1) text_ += fmt::format(" fill-opacity=\"{}\"", number(color.alpha));
    end_box(tooltip);
  }
  void fill_nothing(const Box& box, std::string_view tooltip) override {
    if (!has_dots_) {
      has_dots_ = true;
      text_ += kDots;
    }
    text_ +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"url(#nothing)\"",
                    number(box.x), number(box.y), number(box.width), number(box.height));
    end_box(tooltip);
  }
  void line(double x1, double y1, double x2, double y2, const Color& color, double width) override {
    text_ += fmt::format(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        number(x1), number(y1), number(x2), number(y2), color_text(color), number(width));
  }
  void text(double x, double y, Anchor anchor, double size, std::string_view words) override {
    constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
    text_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\">{}</text>\n",
                         number(x), number(y), number(size),
                         kAnchors[static_cast<std::size_t>(anchor)], escaped(words));
  }
  std::string finish() override { return std::move(text_) + "</svg>\n"; }

 private:
  // The file has the pattern once, however many boxes are filled with it.
  static constexpr std::string_view kDots =
      "<pattern id=\"nothing\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
      "<rect width=\"6\" height=\"6\" fill=\"#ffffff\"/>"
      "<rect x=\"2\" y=\"2\" width=\"1.5\" height=\"1.5\" fill=\"#999999\"/></pattern>\n";

  void end_box(std::string_view tooltip) {
    text_ += tooltip.empty() ? "/>\n" : "><title>" + escaped(tooltip) + "</title></rect>\n";
  }

  bool has_dots_ = false;
  std::string text_;
};

}  // namespace

std::unique_ptr<Canvas> svg_canvas(double width, double height) {
  return std::make_unique<SvgCanvas>(width, height);
}

}  // namespace paje::tools
