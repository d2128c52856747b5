// What the files beside a Paraver trace tell: names of states, event types and their values (.pcf),
// and of applications, tasks and threads (.row).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "import/losses.hpp"

namespace paje::tools {

using ParaverValues = std::unordered_map<int64_t, std::string>;

struct ParaverEventType {
  std::string label;
  std::shared_ptr<const ParaverValues> values;  ///< none if its values are numbers
};

struct ParaverNames {
  ParaverValues states;
  std::unordered_map<int64_t, ParaverEventType> event_types;
  std::map<std::string, std::vector<std::string>, std::less<>> rows;  ///< by level: `THREAD`

  /// Lines that say nothing known are counted as lost.
  void read_pcf(std::string_view bytes, Losses& losses);
  void read_row(std::string_view bytes, Losses& losses);
  /// The name of the object of that level with that number, counted from 0 over the whole trace;
  /// empty if there is none.
  [[nodiscard]] std::string_view row(std::string_view level, std::size_t number) const;
};

}  // namespace paje::tools
