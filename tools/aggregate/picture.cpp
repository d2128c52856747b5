#include "aggregate/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "aggregate/boxes.hpp"
#include "aggregate/density.hpp"
#include "aggregate/report.hpp"
#include "analyze/sheet.hpp"
#include "common/tool.hpp"
#include "picture/value_colors.hpp"

namespace paje::tools {

namespace {

constexpr double kMargin = 12;
constexpr double kTitleSize = 15;
constexpr double kTextSize = 11;
constexpr double kLineHeight = 18;
constexpr double kMostRowHeight = 22;
constexpr double kLeastRowHeight = 2;  // of what is drawn as a box of its own
constexpr double kPlotHeight = 640;    // at most, unless few rows
constexpr double kLabelWidth = 190;
constexpr double kHatch = 8;  // pixels between strokes
constexpr std::size_t kMostLegend = 24;
constexpr Color kInk{0.25F, 0.25F, 0.25F, 1};
constexpr Color kPale{0.85F, 0.85F, 0.85F, 1};
constexpr Color kPaper{1, 1, 1, 1};
constexpr Color kMore{0.70F, 0.09F, 0.17F, 1};  // a diverging pair that the colour-blind see too
constexpr Color kLess{0.13F, 0.40F, 0.67F, 1};

std::string last_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

class Picture {
 public:
  Picture(const Overview& overview, double width)
      : overview_(overview),
        cells_(overview.model.cells),
        ranges_(leaf_ranges(cells_)),
        width_(width),
        colors_(value_colors(overview.model.colors, overview.palette, kPaper)) {
    const double leaves = cells_.leaves;
    row_height_ = std::min(kMostRowHeight, kPlotHeight / leaves);
    plot_ = {kMargin + kLabelWidth, kMargin + 3 * kLineHeight, width - 2 * kMargin - kLabelWidth,
             std::max(row_height_ * leaves, kLineHeight)};
    choose_legend();
    const double lines = legend_lines() + 1;
    height_ = legend_top() + lines * kLineHeight + kMargin;
  }

  std::string draw(const NewCanvas& new_canvas) {
    canvas_ = new_canvas(width_, height_);
    draw_title();
    const std::vector<AggregateBox> boxes =
        aggregate_boxes(overview_, ranges_, row_height_, kLeastRowHeight);
    most_ = 0;
    for (const AggregateBox& box : boxes) most_ = std::max(most_, overview_.depth_of(box.shown));
    for (const AggregateBox& box : boxes) draw_box(box);
    draw_frame();
    draw_labels();
    draw_ruler();
    draw_legend();
    return canvas_->finish();
  }

 private:
  [[nodiscard]] double legend_top() const { return plot_.y + plot_.height + 3.2 * kLineHeight; }
  [[nodiscard]] double node_height(uint32_t node) const {
    return row_height_ * (ranges_[node].second - ranges_[node].first);
  }
  [[nodiscard]] double x_of(uint32_t slice) const {
    return plot_.x + plot_.width * slice / cells_.slices;
  }
  [[nodiscard]] std::size_t columns() const {
    return static_cast<std::size_t>(std::max(1.0, (width_ - 2 * kMargin) / 230));
  }

  [[nodiscard]] Color color_of(uint32_t value) const {
    if (overview_.is_difference) return value % 2 == 0 ? kMore : kLess;
    return colors_[value];
  }

  // No state is no white state. No difference, no event, and a variable of 0 are what paper says.
  [[nodiscard]] bool marks_nothing() const { return overview_.has_shares(); }

  [[nodiscard]] float opacity(const ShownAggregate& shown) const {
    return static_cast<float>(0.15 + 0.85 * lead_of_mode(overview_, shown, most_));
  }

  void draw_box(const AggregateBox& drawn) const {
    const ShownAggregate& shown = drawn.shown;
    const Aggregate& at = shown.aggregate;
    const Box box{x_of(at.first), plot_.y + row_height_ * ranges_[at.node].first,
                  x_of(at.last + 1) - x_of(at.first), node_height(at.node)};
    if (shown.total > 0) {
      Color color = color_of(shown.mode);
      color.alpha = opacity(shown);
      canvas_->fill(box, color, tooltip(drawn));
    } else if (marks_nothing()) {
      canvas_->fill_nothing(box, tooltip(drawn));
    }
    if (drawn.is_merged) hatch(box, drawn.hides_time);
    // Edges only where they do not hide what is between them.
    if (box.width >= 4 && box.height >= 4) outline(box, kPale);
  }

  [[nodiscard]] std::string tooltip(const AggregateBox& drawn) const {
    const ShownAggregate& shown = drawn.shown;
    return fmt::format("{}, {:.6g} to {:.6g}: {}{}", overview_.model.paths[shown.aggregate.node],
                       overview_.model.slice_start(shown.aggregate.first),
                       overview_.model.slice_start(shown.aggregate.last + 1), content_text(shown),
                       drawn.is_merged ? " (merged: too thin to be drawn)" : "");
  }

  [[nodiscard]] std::string content_text(const ShownAggregate& shown) const {
    if (!(shown.total > 0)) return overview_.density ? "none" : "no state";
    if (!overview_.density) {
      return fmt::format("{} {:.4g}", overview_.value_text(shown.mode), shown.shares[shown.mode]);
    }
    std::string text = time_text(overview_.amount_of(shown), overview_.unit);
    if (cells_.values > 1) {
      text += fmt::format(", of it {} {}", overview_.value_text(shown.mode),
                          time_text(overview_.amount_of(shown, shown.mode), overview_.unit));
    }
    return text;
  }

  // Strokes from lower left to upper right, and the other way too if cuts in time are hidden.
  void hatch(const Box& box, bool both) const {
    const double right = box.x + box.width;
    const double bottom = box.y + box.height;
    const double first = box.x - box.height + kHatch / 2;
    const auto strokes = static_cast<int>(std::ceil(std::max(0.0, right - first) / kHatch));
    for (int i = 0; i < strokes; ++i) {
      const double x = first + i * kHatch;
      const double from = std::max(x, box.x);
      const double to = std::min(x + box.height, right);
      if (from >= to) continue;
      canvas_->line(from, bottom - (from - x), to, bottom - (to - x), kInk, 0.5);
      if (both) canvas_->line(from, box.y + (from - x), to, box.y + (to - x), kInk, 0.5);
    }
  }

  void outline(const Box& box, const Color& color) const {
    const double right = box.x + box.width;
    const double bottom = box.y + box.height;
    canvas_->line(box.x, box.y, right, box.y, color, 0.5);
    canvas_->line(right, box.y, right, bottom, color, 0.5);
    canvas_->line(right, bottom, box.x, bottom, color, 0.5);
    canvas_->line(box.x, bottom, box.x, box.y, color, 0.5);
  }

  void draw_frame() const { outline(plot_, kInk); }

  void draw_title() const {
    const double width = width_ - 2 * kMargin;
    canvas_->text(kMargin, kMargin + kTitleSize, Anchor::start, kTitleSize,
                  fitting(overview_.title, kTitleSize, width));
    const std::string line =
        fmt::format("{} {}; {}: {} of {}, gain {:.1f}%, loss {:.1f}%", subject_text(overview_),
                    overview_.leaves, p_text(overview_),
                    counted(overview_.aggregates.size(), "aggregate", "aggregates"),
                    counted(static_cast<uint64_t>(cells_.leaves) * cells_.slices, "cell", "cells"),
                    100 * overview_.gain_share(overview_.partition.gain),
                    100 * overview_.loss_share(overview_.partition.loss));
    canvas_->text(kMargin, kMargin + kTitleSize + kLineHeight, Anchor::start, kTextSize,
                  fitting(line, kTextSize, width));
  }

  // The deepest nodes that are high enough for a line of text.
  void draw_labels() const {
    const double least = kTextSize + 1;
    std::vector<bool> has_labelled_child(cells_.parents.size(), false);
    for (uint32_t node = 0; node < cells_.parents.size(); ++node) {
      if (node_height(node) < least && cells_.parents.size() > 1) continue;
      const bool is_labelled_below = has_labelled_child[node];
      if (cells_.parents[node] != AggregationCells::kNoParent) {
        has_labelled_child[cells_.parents[node]] = true;
      }
      if (is_labelled_below) continue;
      const double top = plot_.y + row_height_ * ranges_[node].first;
      canvas_->text(plot_.x - 6, top + node_height(node) / 2 + 0.35 * kTextSize, Anchor::end,
                    kTextSize,
                    fitting(last_name(overview_.model.paths[node]), kTextSize, kLabelWidth - 8));
      if (node_height(node) >= kLineHeight)
        canvas_->line(plot_.x - 4, top, plot_.x, top, kInk, 0.5);
    }
  }

  void draw_ruler() const {
    const double bottom = plot_.y + plot_.height;
    const AggregationModel& model = overview_.model;
    const Ruler ruler =
        ruler_for(model.start, model.end, static_cast<int>(plot_.width / 110), overview_.unit);
    const double length = model.end - model.start;
    for (int i = 0; i < 1000; ++i) {
      const double time = ruler.first + i * ruler.step;
      if (time > model.end + 1e-9 * length) break;
      const double x = plot_.x + plot_.width * ((time - model.start) / length);
      if (!(x >= plot_.x - 1 && x <= plot_.x + plot_.width + 1)) continue;
      canvas_->line(x, bottom, x, bottom + 5, kInk, 1);
      canvas_->text(x, bottom + 5 + kTextSize, Anchor::middle, kTextSize, ruler.label(time));
    }
    canvas_->text(plot_.x + plot_.width / 2, bottom + 2 * kLineHeight, Anchor::middle, kTextSize,
                  fmt::format("time ({})", ruler.unit_name));
  }

  // The values by how much of the run they have; a difference has two colours only.
  void choose_legend() {
    const ShownAggregate whole = whole_of(overview_.model);
    for (uint32_t value = 0; value < cells_.values; ++value) {
      if (whole.shares[value] <= 0) continue;
      legend_.emplace_back(
          overview_.density ? overview_.amount_of(whole, value) : whole.shares[value], value);
    }
    std::stable_sort(legend_.begin(), legend_.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    left_out_ = legend_.size() > kMostLegend ? legend_.size() - kMostLegend : 0;
    legend_.resize(legend_.size() - left_out_);
    shows_nothing_ =
        marks_nothing() && std::any_of(overview_.aggregates.begin(), overview_.aggregates.end(),
                                       [](const auto& shown) { return shown.total <= 0; });
  }

  [[nodiscard]] double column_width() const {
    return (width_ - 2 * kMargin) / static_cast<double>(columns());
  }
  // Of the legend's entry of that number.
  [[nodiscard]] Box swatch_of(std::size_t number) const {
    const double x = kMargin + column_width() * static_cast<double>(number % columns());
    const std::size_t line = number / columns();
    const double y = legend_top() + kLineHeight * static_cast<double>(line);
    return {x, y - kTextSize + 1, 12, kTextSize};
  }
  [[nodiscard]] double legend_lines() const {
    const std::size_t entries = legend_.size() + (shows_nothing_ ? 1 : 0);
    const std::size_t lines = (entries + columns() - 1) / columns();
    return static_cast<double>(lines);
  }

  void draw_legend() const {
    for (std::size_t i = 0; i < legend_.size(); ++i) {
      const auto [share, value] = legend_[i];
      const Box swatch = swatch_of(i);
      canvas_->fill(swatch, color_of(value), {});
      const std::string amount = overview_.density ? " " + time_text(share, overview_.unit)
                                 : overview_.kind == TypeKind::state
                                     ? fmt::format(" {:.1f}%", 100 * share)
                                     : fmt::format(" {:.3g}", share);
      canvas_->text(swatch.x + 17, swatch.y + kTextSize - 1, Anchor::start, kTextSize,
                    fitting(overview_.value_text(value), kTextSize,
                            column_width() - 24 - text_width(amount, kTextSize)) +
                        amount);
    }
    if (shows_nothing_) {
      const Box swatch = swatch_of(legend_.size());
      canvas_->fill_nothing(swatch, {});
      outline(swatch, kInk);
      canvas_->text(swatch.x + 17, swatch.y + kTextSize - 1, Anchor::start, kTextSize, "no state");
    }
    const double lines = legend_lines();
    std::string note =
        "The colour is that of the value with the largest share, the paler the "
        "less it leads.";
    if (overview_.is_difference) {
      note = "red: more than before, blue: less; the deeper the more.";
    } else if (overview_.density) {
      note =
          fmt::format("The colour is that of the value with most; the deeper the more, up to {}.",
                      density_depth(*overview_.density, most_, overview_.unit));
    }
    note += " Strokes: containers too thin to be drawn are merged; crossed: cuts in time too.";
    if (left_out_ != 0) note += fmt::format(" {} more.", counted(left_out_, "value", "values"));
    canvas_->text(kMargin, legend_top() + kLineHeight * lines, Anchor::start, kTextSize - 1,
                  fitting(note, kTextSize - 1, width_ - 2 * kMargin));
  }

  const Overview& overview_;
  const AggregationCells& cells_;
  std::vector<std::pair<uint32_t, uint32_t>> ranges_;
  double width_;
  std::vector<Color> colors_;  // of the values, unless it is a difference
  double height_ = 0;
  double row_height_ = 0;
  Box plot_;
  std::vector<std::pair<double, uint32_t>> legend_;  // share of the whole, value
  std::size_t left_out_ = 0;
  bool shows_nothing_ = false;  // the legend says what the dots are
  double most_ = 0;             // the largest share of a mode
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace

std::string draw_overview(const Overview& overview, double width, const NewCanvas& new_canvas) {
  return Picture(overview, width).draw(new_canvas);
}

}  // namespace paje::tools
