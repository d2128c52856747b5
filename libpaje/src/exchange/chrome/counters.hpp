// Counters of a Chrome trace as variables of their processes: one for each series of a counter.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "exchange/losses.hpp"

namespace paje::exchange {

class ChromeCounters {
 public:
  explicit ChromeCounters(ImportedTrace& trace) : trace_(trace) {}

  void add(double time, ContainerIndex process, TypeIndex process_type, std::string_view counter,
           std::string_view series, double value);
  /// Names the variables: as their counter if that has one series only, else `counter series`.
  /// Counts values that another one at the same time replaces.
  void finish(Losses& losses);

 private:
  struct Value {
    ContainerIndex process;
    double time;
    double value;
  };
  struct Series {
    std::size_t counter;
    std::string name;
    TypeIndex type;
    std::vector<Value> values = {};
  };
  ImportedTrace& trace_;
  std::vector<std::string> counters_;
  std::vector<std::size_t> series_counts_;
  std::vector<Series> series_;
  std::unordered_map<std::string, std::size_t> counter_numbers_;
  std::unordered_map<std::string, std::size_t> series_numbers_;
};

}  // namespace paje::exchange
