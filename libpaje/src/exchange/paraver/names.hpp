// What the files next to a Paraver trace hold: names and colours of states, names of event types
// and of their values (.pcf), names of applications, tasks, threads, nodes and processors (.row).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exchange/losses.hpp"
#include "paje/event.hpp"

namespace paje::exchange {

using ParaverValues = std::unordered_map<int64_t, std::string>;

struct ParaverEventType {
  std::string label;
  std::shared_ptr<const ParaverValues> values;  ///< none if its values are numbers
  int decimals = 0;                             ///< how many of its digits are after a point
};

struct ParaverNames {
  ParaverValues states;
  std::map<int64_t, Color> state_colors;
  std::unordered_map<int64_t, ParaverEventType> event_types;
  std::map<std::string, std::vector<std::string>, std::less<>> rows;  ///< by level: `THREAD`

  /// Lines that say nothing known are counted as lost.
  void read_pcf(std::string_view bytes, Losses& losses);
  void read_row(std::string_view bytes, Losses& losses);
  /// The name of the object of that level with that number, counted from 0 over the whole trace;
  /// empty if there is none.
  [[nodiscard]] std::string_view row(std::string_view level, uint64_t number) const;
  /// Counts names of objects that are not there: level `level` has `count`.
  void count_unused_rows(std::string_view level, uint64_t count, Losses& losses) const;
};

}  // namespace paje::exchange
