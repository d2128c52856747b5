#include "charts/value_styles.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace paje::tools {

namespace {

constexpr std::size_t kLongestName = 28;
constexpr double kLine = 20;
constexpr uint8_t kFirst = 2;  // of the styles of single values: four of work, four of all else
constexpr uint8_t kOfWork = 4;

// The first free style of a family; kOther if none is.
uint8_t take_style(uint8_t family, std::array<bool, ValueStyles::kCount>& is_taken) {
  for (uint8_t number = family; number < family + kOfWork; ++number) {
    if (is_taken[number]) continue;
    is_taken[number] = true;
    return number;
  }
  return ValueStyles::kOther;
}

double entry_width(const LegendEntry& entry) { return 18 + words_width(entry.words) + 22; }

// Calls `place(entry, x, line)` for each.
template <class Place>
std::size_t lay_out(const std::vector<LegendEntry>& entries, double width, const Place& place) {
  double x = 0;
  std::size_t line = 0;
  for (const LegendEntry& entry : entries) {
    const double wide = entry_width(entry);
    if (x > 0 && x + wide > width) {
      x = 0;
      ++line;
    }
    place(entry, x, line);
    x += wide;
  }
  return entries.empty() ? 0 : line + 1;
}

}  // namespace

std::string shown_name(std::string_view value) {
  return value.empty() ? "(no state)" : shortened(value, kLongestName);
}

ValueStyles::ValueStyles(const DependencyGraph& graph)
    : numbers_(graph.values().size(), kOther), names_(kCount) {
  const std::vector<double> seconds = seconds_by_value(graph);
  std::vector<uint32_t> order(seconds.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return seconds[a] > seconds[b]; });
  std::array<bool, kCount> is_taken{};
  const auto is_idle = [&](uint32_t value) {
    const auto& of = graph.values()[value];
    return of.name.empty() || of.meaning.value_class == ValueClass::idle;
  };
  const auto is_work = [&](uint32_t value) {
    return graph.values()[value].meaning.value_class == ValueClass::compute;
  };
  for (const uint32_t value : order) {
    if (is_idle(value)) {
      numbers_[value] = kIdle;
    } else if (seconds[value] > 0) {
      numbers_[value] = take_style(is_work(value) ? kFirst : kFirst + kOfWork, is_taken);
    }
  }
  // What calls do not need is for work; a call that looks like work would mislead.
  for (const uint32_t value : order) {
    if (numbers_[value] == kOther && seconds[value] > 0 && is_work(value)) {
      numbers_[value] = take_style(kFirst + kOfWork, is_taken);
    }
  }
  for (const uint32_t value : order) {
    std::string& name = names_[numbers_[value]];
    if (numbers_[value] == kOther) {
      if (seconds[value] > 0) name = "others";
    } else if (name.empty() || name == shown_name({})) {
      name = shown_name(graph.values()[value].name);
    }
  }
}

std::string_view ValueStyles::spelling(uint8_t number) {
  static constexpr std::array<std::string_view, kCount> kNames = {
      "idle", "other", "w1", "w2", "w3", "w4", "c1", "c2", "c3", "c4"};
  return kNames[number];
}

double draw_legend(const ValueStyles& styles, const std::vector<bool>& is_used, double top,
                   double width, Chart& to) {
  std::vector<LegendEntry> entries;
  for (const uint8_t number : ValueStyles::kOrder) {
    if (!is_used[number] || styles.name(number).empty()) continue;
    entries.push_back({std::string(ValueStyles::spelling(number)), styles.name(number)});
  }
  return draw_legend(entries, top, width, to);
}

double draw_legend(const std::vector<LegendEntry>& entries, double top, double width, Chart& to) {
  const std::size_t lines =
      lay_out(entries, width, [&](const LegendEntry& entry, double x, std::size_t line) {
        const double y = top + kLine * static_cast<double>(line);
        to.box({x, y + 4, 12, 12}, entry.style);
        to.words(x + 18, y + 14, Anchor::start, "ink", entry.words);
      });
  return kLine * static_cast<double>(lines);
}

double legend_height(const std::vector<LegendEntry>& entries, double width) {
  return kLine * static_cast<double>(lay_out(entries, width, [](const auto&, double, auto) {}));
}

}  // namespace paje::tools
