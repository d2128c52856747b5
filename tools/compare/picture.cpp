#include "compare/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"
#include "compare/state_strip.hpp"
#include "compare/tables.hpp"
#include "picture/canvas.hpp"

namespace paje::tools {

namespace {

constexpr double kMargin = 14;
constexpr double kTitleSize = 15;
constexpr double kTextSize = 11;
constexpr double kLineHeight = 18;
constexpr double kRowHeight = 24;
constexpr double kBetweenRows = 30;
constexpr double kCurveHeight = 64;
constexpr double kBetweenTracks = 26;
constexpr double kLabelWidth = 74;
constexpr std::size_t kMostTracks = 4;
constexpr std::size_t kMostRegions = 8;  // of a track
constexpr std::size_t kMostSwaps = 50;   // the same
constexpr std::size_t kMostLegend = 16;
constexpr Color kInk{0.25F, 0.25F, 0.25F, 1};
constexpr Color kWhite{1, 1, 1, 1};
constexpr Color kPale{0.85F, 0.85F, 0.85F, 1};
constexpr Color kSlower{0.70F, 0.09F, 0.17F, 1};  // a diverging pair that the colour-blind see too
constexpr Color kFaster{0.13F, 0.40F, 0.67F, 1};

// Shift at each place to which both runs have come.
struct CurvePoint {
  double time, shift;
};
struct CurveCollector {
  std::vector<CurvePoint>& points;
  void pass(const WalkTime&, const WalkTime&) {}
  void enter(const StateColumn& column, const WalkTime& now) { add(column, now); }
  void leave(const StateColumn& column, const WalkTime& now) { add(column, now); }
  void add(const StateColumn& column, const WalkTime& now) {
    if (column.in_a() && column.in_b()) points.push_back({now.a, now.shift()});
  }
};

class Picture {
 public:
  Picture(const Runs& runs, double width, TimeUnit unit)
      : runs_(runs),
        comparison_(runs.comparison),
        unit_(unit),
        width_(width),
        left_(kMargin + kLabelWidth),
        plot_width_(width - 2 * kMargin - kLabelWidth) {
    choose_tracks();
    choose_colors();
    for (const uint32_t track : tracks_) {
      const TrackComparison& chosen = comparison_.tracks[track];
      length_ = std::max({length_, chosen.length_a, chosen.length_b});
      least_shift_ = std::min(least_shift_, chosen.least_shift);
      greatest_shift_ = std::max(greatest_shift_, chosen.greatest_shift);
    }
  }

  std::string draw() {
    const double track_height =
        kLineHeight + 2 * kRowHeight + kBetweenRows + 8 + kCurveHeight + kBetweenTracks;
    const double top = kMargin + 3.4 * kLineHeight;
    const double ruler = top + track_height * static_cast<double>(tracks_.size());
    const double legend = ruler + 3 * kLineHeight;
    const std::size_t whole_lines = (legend_.size() + columns() - 1) / columns();
    const auto legend_lines = static_cast<double>(whole_lines);
    canvas_ = svg_canvas(width_, legend + (legend_lines + 2) * kLineHeight + kMargin);
    draw_title();
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      draw_track(tracks_[i], top + track_height * static_cast<double>(i));
    }
    draw_ruler(ruler - kBetweenTracks + 8);
    draw_legend(legend);
    return canvas_->finish();
  }

 private:
  [[nodiscard]] double x_of(double time) const {
    return left_ + (length_ > 0 ? plot_width_ * time / length_ : 0);
  }
  [[nodiscard]] std::size_t columns() const {
    return static_cast<std::size_t>(std::max(1.0, (width_ - 2 * kMargin) / 210));
  }

  // Those that lead the values that differ most, then those with the largest regions.
  void choose_tracks() {
    const auto add = [&](uint32_t track) {
      if (tracks_.size() < kMostTracks &&
          std::find(tracks_.begin(), tracks_.end(), track) == tracks_.end()) {
        tracks_.push_back(track);
      }
    };
    for (std::size_t i = 0; i < std::min<std::size_t>(2, comparison_.by_value.size()); ++i) {
      if (comparison_.by_value[i].leading_total != 0) add(comparison_.by_value[i].leading_track);
    }
    for (const Region& region : comparison_.regions) add(region.track);
    for (uint32_t track = 0; track < comparison_.paired_tracks; ++track) add(track);
  }

  // The more time a value has, the earlier its colour.
  void choose_colors() {
    std::vector<const ValueDifference*> values;
    for (const ValueDifference& value : comparison_.by_value) {
      if (value.value != 0) values.push_back(&value);
    }
    const auto time = [](const ValueDifference* value) {
      const TimeDifference& of = value->time;
      return of.in_a + of.in_b + of.only_a + of.only_b;
    };
    std::stable_sort(values.begin(), values.end(),
                     [&](const auto* x, const auto* y) { return time(x) > time(y); });
    colors_.assign(comparison_.values.size(), kInk);
    for (std::size_t i = 0; i < values.size(); ++i) {
      colors_[values[i]->value] = palette_color(i);
      if (i < kMostLegend && time(values[i]) > 0) legend_.push_back(values[i]->value);
    }
  }

  void draw_title() const {
    const double width = width_ - 2 * kMargin;
    canvas_->text(
        kMargin, kMargin + kTitleSize, Anchor::start, kTitleSize,
        fitting(fmt::format("A: {}, B: {}", runs_.name_a, runs_.name_b), kTitleSize, width));
    canvas_->text(kMargin, kMargin + kTitleSize + kLineHeight, Anchor::start, kTextSize,
                  fitting(fmt::format("A {} long, B {} long; over {}: {}",
                                      runs_.times.time(comparison_.length_a),
                                      runs_.times.time(comparison_.length_b),
                                      counted(comparison_.paired_tracks, "track", "tracks"),
                                      runs_.times.difference(comparison_.time.total())),
                          kTextSize, width));
  }

  void draw_track(uint32_t number, double top) {
    const TrackComparison& track = comparison_.tracks[number];
    std::string title =
        fmt::format("{}: {}", track.path, runs_.times.difference(track.time.total()));
    if (!track.is_equal()) title += fmt::format(", similarity {:.4f}", track.similarity);
    if (!track.swaps.empty()) {
      title += fmt::format(", {}", counted(track.swaps.size(), "pair of states changed places",
                                           "pairs of states changed places"));
    }
    canvas_->text(left_, top + kTextSize, Anchor::start, kTextSize,
                  fitting(title, kTextSize, plot_width_));
    const double row_a = top + kLineHeight;
    const double row_b = row_a + kRowHeight + kBetweenRows;
    draw_states(runs_.states_a(track), comparison_.numbers_a, row_a, "A");
    draw_states(runs_.states_b(track), comparison_.numbers_b, row_b, "B");
    draw_regions(number, row_a + kRowHeight, row_b);
    draw_swaps(track, row_a + kRowHeight, row_b);
    draw_curve(track, row_b + kRowHeight + 8);
  }

  void draw_states(const TrackStates& states, const std::vector<uint32_t>& numbers, double top,
                   std::string_view name) {
    const auto cells = static_cast<std::size_t>(2 * plot_width_);
    const double cell = plot_width_ / static_cast<double>(cells);
    canvas_->text(left_ - 8, top + 0.65 * kRowHeight, Anchor::end, kTextSize, name);
    for (const StripRun& run : state_strip(states, numbers, length_, cells)) {
      const auto first = static_cast<double>(run.first);
      const auto last = static_cast<double>(run.last);
      canvas_->fill({left_ + cell * first, top, cell * (last - first), kRowHeight},
                    colors_[run.value],
                    fmt::format("{}, {} to {}", runs_.value_name(run.value),
                                runs_.times.time(length_ * first / static_cast<double>(cells)),
                                runs_.times.time(length_ * last / static_cast<double>(cells))));
    }
    const double end = x_of(states.length);
    canvas_->line(left_, top, end, top, kInk, 0.5);
    canvas_->line(left_, top + kRowHeight, end, top + kRowHeight, kInk, 0.5);
    canvas_->line(end, top, end, top + kRowHeight, kInk, 1.5);
  }

  void draw_regions(uint32_t number, double top, double bottom) {
    std::size_t drawn = 0;
    for (const Region& region : comparison_.regions) {
      if (region.track != number || !runs_.times.shows(region.gain())) continue;
      if (drawn++ == kMostRegions) break;
      const Color& color = region.gain() > 0 ? kSlower : kFaster;
      const double from = x_of(region.start_a);
      const double to = x_of(region.end_a);
      canvas_->line(from, top, x_of(region.start_b), bottom, color, 1);
      canvas_->line(to, top, x_of(region.end_b), bottom, color, 1);
      // Marks what of each run is the region.
      canvas_->line(from, top + 1.5, to, top + 1.5, color, 3);
      canvas_->line(x_of(region.start_b), bottom - 1.5, x_of(region.end_b), bottom - 1.5, color, 3);
      const std::string gain = runs_.times.difference(region.gain());
      if (to - from > text_width(gain, kTextSize) + 10) {
        const double width = text_width(gain, kTextSize) + 6;
        canvas_->fill({(from + to) / 2 - width / 2, top + 4, width, kTextSize + 3}, kWhite, {});
        canvas_->text((from + to) / 2, top + 4 + kTextSize, Anchor::middle, kTextSize - 1, gain);
      }
    }
  }

  // Lines that cross, from each of two states to itself in the other run.
  void draw_swaps(const TrackComparison& track, double top, double bottom) {
    const TrackStates a = runs_.states_a(track);
    const TrackStates b = runs_.states_b(track);
    const auto line = [&](uint32_t row_a, uint32_t row_b) {
      canvas_->line(x_of((a.start_of(row_a) + a.end_of(row_a)) / 2), top,
                    x_of((b.start_of(row_b) + b.end_of(row_b)) / 2), bottom, kInk, 1);
    };
    for (std::size_t i = 0; i < std::min(kMostSwaps, track.swaps.size()); ++i) {
      line(track.swaps[i].first_in_a, track.swaps[i].second_in_b);
      line(track.swaps[i].second_in_a, track.swaps[i].first_in_b);
    }
  }

  [[nodiscard]] double y_of(double shift, double top) const {
    const double range = greatest_shift_ - least_shift_;
    return range > 0 ? top + kCurveHeight * (greatest_shift_ - shift) / range
                     : top + kCurveHeight / 2;
  }

  // A line for each pixel that the curve enters, and one for how far it goes within.
  void draw_curve(const TrackComparison& track, double top) {
    std::vector<CurvePoint> points;
    walk_columns(runs_.states_a(track), runs_.states_b(track), track.columns,
                 CurveCollector{points});
    canvas_->line(left_, y_of(0, top), left_ + plot_width_, y_of(0, top), kPale, 1);
    canvas_->text(left_ - 8, y_of(0, top) + 4, Anchor::end, kTextSize - 1, "shift 0");
    const double extreme =
        -track.least_shift > track.greatest_shift ? track.least_shift : track.greatest_shift;
    const double label = y_of(extreme, top);
    if (std::abs(label - y_of(0, top)) > kTextSize) {
      canvas_->text(left_ - 8, label + 4, Anchor::end, kTextSize - 1,
                    runs_.times.difference(extreme));
    }
    double x = left_;
    double y = y_of(0, top);
    for (std::size_t i = 0; i < points.size();) {
      const double pixel = std::floor(x_of(points[i].time));
      double least = points[i].shift;
      double greatest = least;
      const double next_x = std::max(x, x_of(points[i].time));
      const double next_y = y_of(points[i].shift, top);
      canvas_->line(x, y, next_x, next_y, kInk, 1.2);
      for (; i < points.size() && std::floor(x_of(points[i].time)) <= pixel; ++i) {
        least = std::min(least, points[i].shift);
        greatest = std::max(greatest, points[i].shift);
      }
      if (y_of(least, top) - y_of(greatest, top) > 0.5) {
        canvas_->line(next_x, y_of(least, top), next_x, y_of(greatest, top), kInk, 1.2);
      }
      x = next_x;
      y = y_of(points[i - 1].shift, top);
    }
  }

  void draw_ruler(double top) const {
    const Ruler ruler = ruler_for(0, length_, static_cast<int>(plot_width_ / 110), unit_);
    canvas_->line(left_, top, left_ + plot_width_, top, kInk, 0.5);
    for (int i = 0; i < 1000; ++i) {
      const double time = ruler.first + i * ruler.step;
      if (!(length_ > 0) || time > length_ * (1 + 1e-9)) break;
      canvas_->line(x_of(time), top, x_of(time), top + 5, kInk, 1);
      canvas_->text(x_of(time), top + 5 + kTextSize, Anchor::middle, kTextSize, ruler.label(time));
    }
    canvas_->text(left_ + plot_width_ / 2, top + 2 * kLineHeight, Anchor::middle, kTextSize,
                  fmt::format("time since the start of each run ({})", ruler.unit_name));
  }

  void draw_legend(double top) const {
    const double column = (width_ - 2 * kMargin) / static_cast<double>(columns());
    for (std::size_t i = 0; i < legend_.size(); ++i) {
      const double x = kMargin + column * static_cast<double>(i % columns());
      const std::size_t line = i / columns();
      const double y = top + kLineHeight * static_cast<double>(line);
      canvas_->fill({x, y - kTextSize + 1, 12, kTextSize}, colors_[legend_[i]], {});
      canvas_->text(x + 17, y, Anchor::start, kTextSize,
                    fitting(runs_.value_name(legend_[i]), kTextSize, column - 24));
    }
    const std::size_t whole_lines = (legend_.size() + columns() - 1) / columns();
    const auto lines = static_cast<double>(whole_lines);
    canvas_->text(kMargin, top + kLineHeight * (lines + 0.3), Anchor::start, kTextSize - 1,
                  fitting("Lines join where regions begin and end in both runs: blue where B gains "
                          "time on A, red where it loses. The curve is how much later B is, at "
                          "A's time.",
                          kTextSize - 1, width_ - 2 * kMargin));
  }

  const Runs& runs_;
  const Comparison& comparison_;
  TimeUnit unit_;
  double width_, left_, plot_width_;
  std::vector<uint32_t> tracks_;
  std::vector<Color> colors_;
  std::vector<uint32_t> legend_;
  double length_ = 0;
  double least_shift_ = 0, greatest_shift_ = 0;
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace

std::string draw_comparison(const Runs& runs, double width, TimeUnit unit) {
  return Picture(runs, width, unit).draw();
}

}  // namespace paje::tools
