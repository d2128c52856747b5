#include <cairo.h>

#include <cmath>
#include <stdexcept>

#include "formats/text/utf8.hpp"
#include "picture/canvas.hpp"

namespace paje::tools {

namespace {

class PngCanvas final : public Canvas {
 public:
  PngCanvas(double width, double height)
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width),
                                            static_cast<int>(height)),
                 &cairo_surface_destroy),
        context_(cairo_create(surface_.get()), &cairo_destroy) {
    check(cairo_surface_status(surface_.get()));
    check(cairo_status(context_.get()));
    cairo_set_source_rgb(context_.get(), 1, 1, 1);
    cairo_paint(context_.get());
    cairo_select_font_face(context_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
  }

  void fill(const Box& box, const Color& color, std::string_view) override {
    use(color);
    cairo_rectangle(context_.get(), box.x, box.y, box.width, box.height);
    cairo_fill(context_.get());
  }
  void fill_nothing(const Box& box, std::string_view) override {
    cairo_set_source(context_.get(), dots());
    cairo_rectangle(context_.get(), box.x, box.y, box.width, box.height);
    cairo_fill(context_.get());
  }
  void line(double x1, double y1, double x2, double y2, const Color& color, double width) override {
    use(color);
    cairo_set_line_width(context_.get(), width);
    cairo_move_to(context_.get(), x1, y1);
    cairo_line_to(context_.get(), x2, y2);
    cairo_stroke(context_.get());
  }
  void text(double x, double y, Anchor anchor, double size, std::string_view words) override {
    use({0, 0, 0, 1});
    cairo_set_font_size(context_.get(), size);
    const std::string terminated = drawn_text(words);  // cairo refuses what is not UTF-8
    cairo_text_extents_t extents;
    cairo_text_extents(context_.get(), terminated.c_str(), &extents);
    if (anchor == Anchor::middle) x -= extents.x_advance / 2;
    if (anchor == Anchor::end) x -= extents.x_advance;
    cairo_move_to(context_.get(), x, y);
    cairo_show_text(context_.get(), terminated.c_str());
  }
  std::string finish() override {
    check(cairo_status(context_.get()));
    std::string bytes;
    check(cairo_surface_write_to_png_stream(surface_.get(), &append, &bytes));
    return bytes;
  }

 private:
  static cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  }
  static void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS) {
      throw std::runtime_error(std::string("cannot draw: ") + cairo_status_to_string(status));
    }
  }
  void use(const Color& color) {
    cairo_set_source_rgba(context_.get(), color.red, color.green, color.blue, color.alpha);
  }

  // A tile of one dot, which is laid side by side.
  cairo_pattern_t* dots() {
    if (dots_ == nullptr) {
      constexpr int kTile = 6;
      cairo_surface_t* const tile = cairo_image_surface_create(CAIRO_FORMAT_RGB24, kTile, kTile);
      cairo_t* const on_tile = cairo_create(tile);
      cairo_set_source_rgb(on_tile, 1, 1, 1);
      cairo_paint(on_tile);
      cairo_set_source_rgb(on_tile, 0.6, 0.6, 0.6);
      cairo_rectangle(on_tile, 2, 2, 1.5, 1.5);
      cairo_fill(on_tile);
      cairo_destroy(on_tile);
      dots_.reset(cairo_pattern_create_for_surface(tile));
      cairo_surface_destroy(tile);
      cairo_pattern_set_extend(dots_.get(), CAIRO_EXTEND_REPEAT);
    }
    return dots_.get();
  }

  std::unique_ptr<cairo_pattern_t, decltype(&cairo_pattern_destroy)> dots_{nullptr,
                                                                           &cairo_pattern_destroy};
  std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context_;
};

}  // namespace

std::unique_ptr<Canvas> png_canvas(double width, double height) {
  return std::make_unique<PngCanvas>(std::ceil(width), std::ceil(height));
}

}  // namespace paje::tools
