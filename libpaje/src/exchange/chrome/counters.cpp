#include "exchange/chrome/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace paje::exchange {

void ChromeCounters::add(double time, ContainerIndex process, TypeIndex process_type,
                         std::string_view counter, std::string_view series, double value) {
  const auto [entry, is_new] = counter_numbers_.try_emplace(std::string(counter), counters_.size());
  if (is_new) {
    counters_.emplace_back(counter);
    series_counts_.push_back(0);
  }
  const std::size_t number = entry->second;
  const auto [found, is_new_series] =
      series_numbers_.try_emplace(fmt::format("{} {}", number, series), series_.size());
  if (is_new_series) {
    ++series_counts_[number];
    series_.push_back(
        {number, std::string(series), trace_.add_type({ImportedKind::variable, process_type, {}})});
  }
  Series& of = series_[found->second];
  of.values.push_back({process, time, value});
  trace_.set_variable(time, of.type, process, value);
}

void ChromeCounters::finish(Losses& losses) {
  for (Series& series : series_) {
    std::vector<Value>& values = series.values;
    std::stable_sort(values.begin(), values.end(), [](const Value& a, const Value& b) {
      return std::pair(a.process, a.time) < std::pair(b.process, b.time);
    });
    for (std::size_t i = 1; i < values.size(); ++i) {
      const bool is_at_once =
          values[i - 1].process == values[i].process && values[i - 1].time == values[i].time;
      if (is_at_once && values[i - 1].value != values[i].value) {
        losses.add("values of counters that a later value at the same time replaces");
      }
    }
    values = {};
    const std::string& counter = counters_[series.counter];
    trace_.types()[series.type].name =
        series_counts_[series.counter] == 1 ? counter : fmt::format("{} {}", counter, series.name);
  }
}

}  // namespace paje::exchange
