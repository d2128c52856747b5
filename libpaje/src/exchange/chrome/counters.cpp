#include "exchange/chrome/counters.hpp"

#include <fmt/format.h>

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
  trace_.set_variable(time, series_[found->second].type, process, value);
}

void ChromeCounters::finish() {
  for (const Series& series : series_) {
    const std::string& counter = counters_[series.counter];
    trace_.types()[series.type].name =
        series_counts_[series.counter] == 1 ? counter : fmt::format("{} {}", counter, series.name);
  }
}

}  // namespace paje::exchange
