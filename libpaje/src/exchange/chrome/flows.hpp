// Flows of a Chrome trace: arrows that events of one id make from place to place, as links.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/string_pool.hpp"
#include "exchange/imported_trace.hpp"

namespace paje::exchange {

class ChromeFlows {
 public:
  /// At `time` the flow of that key comes to `thread` (`arrives`), goes on from there (`departs`),
  /// or both. `fields` become those of the link.
  void add(double time, std::string_view key, ContainerIndex thread, WordIndex name, bool arrives,
           bool departs, FieldsIndex fields = 0);
  /// Pairs departures with the arrivals next in time; if one flow alone has the key, with its
  /// arrival whenever that is. What has no other half is counted as lost.
  void finish(ImportedTrace& trace, Losses& losses, TypeIndex thread_type);

 private:
  struct Step {
    double time;
    uint32_t flow;
    ContainerIndex thread;
    WordIndex name;
    FieldsIndex fields;
    bool arrives;
    bool departs;
  };
  class Pairs;

  std::vector<Step> steps_;
  StringPool flows_;  // by their keys
};

}  // namespace paje::exchange
