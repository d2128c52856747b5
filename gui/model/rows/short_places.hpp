// Names of containers that are as short as can be and still say which container it is: `rank-3`, or
// `node-1/rank-3` where several have that name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/rows/object.hpp"

namespace paje::gui {

class ShortPlaces {
 public:
  /// O(containers). The trace has to stay.
  explicit ShortPlaces(const Trace& trace);
  [[nodiscard]] std::string of(ContainerId container) const;
  /// Of a link the names of both ends.
  [[nodiscard]] std::string of(const ObjectRef& object) const;

 private:
  const Trace& trace_;
  std::vector<uint8_t> names_;  // how many of its path, from its own upwards; by container
};

}  // namespace paje::gui
