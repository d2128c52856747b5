#include "charts/overview_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "aggregate/boxes.hpp"
#include "charts/columns.hpp"

namespace paje::tools {

namespace {

constexpr double kMostRow = 26;
constexpr double kMostHeight = 360;
constexpr double kLeast = 3;  // pixels of a box, from top to bottom
constexpr double kAxis = 40;
constexpr double kRight = 14;
constexpr std::size_t kMostTooltips = 1500;

class Picture {
 public:
  Picture(const Overview& overview, const DependencyGraph& graph, const ValueStyles& styles)
      : overview_(overview),
        cells_(overview.model.cells),
        trace_(graph.trace()),
        styles_(styles),
        ranges_(leaf_ranges(cells_)),
        row_(std::min(kMostRow, kMostHeight / cells_.leaves)),
        chart_(kChartWidth, 0, "The run at a glance") {
    for (uint32_t value = 0; value < graph.values().size(); ++value) {
      numbers_.emplace(std::string(graph.values()[value].name), styles.number(value));
    }
    double label = 40;
    for (uint32_t leaf = 0; leaf < cells_.leaves; ++leaf) {
      label = std::max(label, words_width(name_of(leaf, 20)));
    }
    label = std::min(label, 190.0);
    plot_ = {label + 8, 4, kChartWidth - label - 8 - kRight, row_ * cells_.leaves};
  }

  Chart draw() {
    const auto boxes = aggregate_boxes(overview_, ranges_, row_, kLeast);
    std::vector<bool> is_used(ValueStyles::kCount);
    for (const AggregateBox& box : boxes) draw_box(box, boxes.size() <= kMostTooltips, is_used);
    for (const auto& [style, steps] : paths_) chart_.path(steps, style + " flat");
    draw_names();
    draw_axis(plot_, overview_.model.start, overview_.model.end, {"time", true, overview_.unit},
              chart_);
    const double legend = plot_.y + plot_.height + kAxis;
    chart_.resize(legend + draw_legend(styles_, is_used, legend, kChartWidth, chart_));
    return chart_;
  }

 private:
  [[nodiscard]] std::string name_of(uint32_t node, std::size_t most) const {
    return shortened(trace_[overview_.model.containers[node]].name.text, most);
  }
  [[nodiscard]] double x_of(uint32_t slice) const {
    return plot_.x + plot_.width * slice / cells_.slices;
  }
  [[nodiscard]] double height_of(uint32_t node) const {
    return row_ * (ranges_[node].second - ranges_[node].first);
  }

  [[nodiscard]] uint8_t number_of(const ShownAggregate& shown) const {
    if (shown.total <= 0) return ValueStyles::kIdle;
    const auto found = numbers_.find(overview_.model.value_names[shown.mode]);
    return found == numbers_.end() ? ValueStyles::kOther : found->second;
  }

  void draw_box(const AggregateBox& box, bool has_tooltips, std::vector<bool>& is_used) {
    const Aggregate& at = box.shown.aggregate;
    const double high = height_of(at.node);
    const double gap = high >= 6 ? 1 : 0, wide = x_of(at.last + 1) - x_of(at.first);
    const double side = wide >= 6 ? 1 : 0;
    const Box place{x_of(at.first), plot_.y + row_ * ranges_[at.node].first, wide - side,
                    high - gap};
    const uint8_t number = number_of(box.shown);
    is_used[number] = true;
    const double lead = lead_of_mode(overview_, box.shown, 1);
    std::string style(ValueStyles::spelling(number));
    if (box.shown.total > 0 && lead < 0.8) {
      style += fmt::format(" t{}", 1 + static_cast<int>(lead / 0.2));
    }
    if (has_tooltips) {
      chart_.box(place, style, tooltip(box.shown));
    } else {
      paths_[style] += fmt::format("M{} {}h{}v{}h-{}z", pixels(place.x), pixels(place.y),
                                   pixels(place.width), pixels(place.height), pixels(place.width));
    }
  }

  [[nodiscard]] std::string tooltip(const ShownAggregate& shown) const {
    const std::string name = name_of(shown.aggregate.node, 30);
    if (shown.total <= 0) return name + ": no state";
    return fmt::format("{}: {} {:.0f} %", name,
                       shortened(overview_.model.value_names[shown.mode], 40),
                       100 * shown.shares[shown.mode]);
  }

  // Those of leaves that there is room for.
  void draw_names() {
    double free = 0;
    for (uint32_t leaf = 0; leaf < cells_.leaves; ++leaf) {
      const double base = plot_.y + row_ * (leaf + 0.5) + 4;
      if (base - kChartText < free - 1) continue;
      free = base + 1;
      chart_.words(plot_.x - 8, base, Anchor::end, "ink small",
                   fit_words(name_of(leaf, 20), plot_.x - 8));
    }
  }

  const Overview& overview_;
  const AggregationCells& cells_;
  const Trace& trace_;
  const ValueStyles& styles_;
  std::vector<std::pair<uint32_t, uint32_t>> ranges_;
  double row_;
  Box plot_;
  Chart chart_;
  std::map<std::string, uint8_t> numbers_;    // of styles, by the value's name
  std::map<std::string, std::string> paths_;  // by style
};

}  // namespace

Chart draw_overview_chart(const Overview& overview, const DependencyGraph& graph,
                          const ValueStyles& styles) {
  return Picture(overview, graph, styles).draw();
}

}  // namespace paje::tools
